/**
 * A certificate for TLS inside a test, for `localhost`, `upstream.test` and 127.0.0.1. A test that must trust it adds it to `tls.setDefaultCACertificates`.
 */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBsTCCAVigAwIBAgIUa1tnlTT3legX/BkKPwtaWY523CgwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNdHVybnBpa2UgdGVzdDAgFw0yNjExMjQxMTEyNTlaGA8yMTI2
MTAzMTExMTI1OVowGDEWMBQGA1UEAwwNdHVybnBpa2UgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABEKTditcZ9c/ipbtDoiiNiA0GerudxFZ/wJhWq0+RB+E
HDGCOy9MrPX2DMQgmlDI3KO1nOsDmLaxEzVLUyK6va2jfjB8MB0GA1UdDgQWBBTG
F5lUq69b1pfuI66B8I0jTzC1DjAfBgNVHSMEGDAWgBTGF5lUq69b1pfuI66B8I0j
TzC1DjApBgNVHREEIjAggglsb2NhbGhvc3SCDXVwc3RyZWFtLnRlc3SHBH8AAAEw
DwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBZj3amj4EPZh1A7rbk
zlOjnRBYHrTGwYmCwy+qAew8sgIgQwNln5DAgRfBueu+CxK75rmM+tLYvt4CVnGR
navddwE=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCotwn6ze6AU3L2CL
jhUCxit8bTtDEpAbfyNd3YtjjvmhRANCAARCk3YrXGfXP4qW7Q6IojYgNBnq7ncR
Wf8CYVqtPkQfhBwxgjsvTKz19gzEIJpQyNyjtZzrA5i2sRM1S1Miur2t
-----END PRIVATE KEY-----`,
};
