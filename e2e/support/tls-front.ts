import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';

/** A self-signed certificate of `localhost` and 127.0.0.1: a client takes it as its authority or leaves certificates unchecked. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ7dIyjzMpUsebzJd
fEaQGvzstyyzbOrn4S6Dpwwq+4KhRANCAAT6iPTwA7h9xUYg7A6piztKwDMp9y+i
btPevvzzD9z11jbE6u6xD9603D+c1XM89FgzJkFW4O0JagBQQfUB7sQc
-----END PRIVATE KEY-----`;
export const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUWDXrAaibOwUGZWBsXNo1FU2T+PgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTA3MDUyOVoYDzIxMjYxMTAx
MDcwNTI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT6iPTwA7h9xUYg7A6piztKwDMp9y+ibtPevvzzD9z11jbE6u6xD960
3D+c1XM89FgzJkFW4O0JagBQQfUB7sQco28wbTAdBgNVHQ4EFgQU9GMuMdSRJNrg
nyRgv/eqIY2dvH4wHwYDVR0jBBgwFoAU9GMuMdSRJNrgnyRgv/eqIY2dvH4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhANfYBxZuW2tujj3TX9Bmy2SqPTTuDs+qHy+wTG40ZrGgAiEA
tGRNBhtVZpYvLVQr2h9j5XN0LH5oi6l8nFKQyLFXLu0=
-----END CERTIFICATE-----`;

/** Takes TLS connections for a server that speaks without it, as a proxy before it does. */
export async function startTlsFront(port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer({ key, cert }, (secured) => {
    const plain = connect(port, '127.0.0.1');
    secured.pipe(plain).pipe(secured);
    secured.on('error', () => plain.destroy());
    plain.on('error', () => secured.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
