/** Addresses by which a name may lead inside: all of the special-purpose registries, and their clothes in IPv6. */
export const insideAddresses: readonly string[] = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ...['10.0.0.0', '10.0.0.1', '10.96.0.1', '10.255.255.255'],
  ...['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.0.0.53', '127.1.2.3', '127.255.255.254'],
  ...['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.169.253', '169.254.255.255'],
  ...['172.16.0.0', '172.16.0.1', '172.17.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.0.192'],
  ...['192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.1.1', '192.168.65.2', '192.168.255.255'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '168.63.129.16'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
  ...['::', '::1', '::2', '::7f00:1', '::127.0.0.1', '::10.0.0.1'],
  ...['::ffff:0.0.0.0', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  ...['::ffff:192.168.1.1', '::ffff:172.16.0.1', '::ffff:100.64.0.1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::8.8.8.8', '64:ff9b:1::7f00:1'],
  ...['100::1', '2001::1', '2001:0:7f00:1::', '2001:10::1', '2001:20::1', '2001:db8::1', '2001:2::1'],
  ...['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::', '3fff::1', '5f00::1'],
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fdff:ffff::1'],
  ...['fe80::1', 'fe80::a9fe:a9fe', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1', 'ff05::2', 'ffff::1'],
  ...['200::1', '400::1', '1000::1', '4000::1', '8000::1', 'e000::1'],
];

/** The same and more as somebody would write them. `PORT` is that of a listener on 127.0.0.1. */
export const insideUrls: readonly string[] = [
  // Plain
  ...['http://127.0.0.1:PORT/', 'https://127.0.0.1:PORT/', 'HTTP://127.0.0.1:PORT/', 'http:127.0.0.1:PORT/'],
  ...['http://127.0.0.1:PORT/%2e%2e/', 'http:\\\\127.0.0.1:PORT\\', 'http:///127.0.0.1:PORT/'],
  ...['http://0.0.0.0:PORT/', 'http://0:PORT/', 'http://0.0:PORT/', 'http://00000000:PORT/'],
  ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.0.1/', 'http://100.64.0.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://169.254.170.2/v2/credentials'],
  ...['http://100.100.100.200/latest/', 'http://192.0.0.192/opc/v2/', 'http://168.63.129.16/machine'],
  ...['http://255.255.255.255/', 'http://224.0.0.1/', 'http://198.18.0.1/', 'http://203.0.113.9/'],
  // Other spellings of IPv4
  ...[
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7F.0.0.1:PORT/',
    'http://0177.0.0.1:PORT/',
  ],
  ...['http://017700000001:PORT/', 'http://127.1:PORT/', 'http://127.0.1:PORT/', 'http://0x7f.1:PORT/'],
  ...[
    'http://127.0x0.0.0x1:PORT/',
    'http://0177.0x0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.1.:PORT/',
  ],
  ...['http://0300.0250.1.1/', 'http://0xc0a80101/', 'http://3232235777/', 'http://0xa9fea9fe/'],
  ...['http://2852039166/latest/', 'http://0251.0376.0251.0376/', 'http://169.254.43518/', 'http://10.1/'],
  ...['http://127.0.0.01:PORT/', 'http://127.000.000.001:PORT/', 'http://0x0:PORT/'],
  // Digits and dots of other scripts, and encoded ones
  ...['http://１２７.０.０.１:PORT/', 'http://127。0。0。1:PORT/', 'http://①②⑦.⓪.⓪.①:PORT/'],
  ...['http://%31%32%37.0.0.1:PORT/', 'http://127%2E0%2E0%2E1:PORT/', 'http://ｌocalhost:PORT/'],
  ...['http://loc\u00adalhost:PORT/', 'http://127.0.0.1\u200b:PORT/', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/'],
  ...['http://127.0.\t0.1:PORT/', 'http://127.0.0.1\n:PORT/', ' http://127.0.0.1:PORT/'],
  // IPv6
  ...[
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
  ],
  ...[
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:7f00:1]:PORT/',
  ],
  ...[
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::1]:PORT/',
  ],
  ...[
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ],
  ...['http://[fec0::1]/', 'http://[ff02::1]/', 'http://[fd00:ec2::254]/latest/', 'http://[fe80::1%25eth0]/'],
  ...['http://[2001:db8::1]/', 'http://[3fff::1]/', 'http://[100::1]/', 'http://[5f00::1]/'],
  // Names
  ...[
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://a.localhost:PORT/',
  ],
  ...['http://localhost..:PORT/', 'http://localhost.localdomain:PORT/', 'http://ip6-localhost:PORT/'],
  ...['http://router:PORT/', 'http://redis:PORT/', 'http://printer.local:PORT/', 'http://wiki.corp:PORT/'],
  ...[
    'http://nas.lan:PORT/',
    'http://box.home:PORT/',
    'http://box.home.arpa:PORT/',
    'http://x.internal.:PORT/',
  ],
  ...['http://wiki.intranet:PORT/', 'http://db.private:PORT/', 'http://kubernetes.default.svc:PORT/'],
  ...['http://kubernetes.default.svc.cluster.local:PORT/', 'http://host.docker.internal:PORT/'],
  ...[
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://metadata/',
    'http://instance-data/latest/',
  ],
  ...[
    'http://metadata.azure.internal/',
    'http://metadata.tencentyun.com:PORT/',
    'http://127.0.0.1.nip.io:PORT/',
  ],
  ...['http://localtest.me:PORT/', 'http://7f000001.rbndr.us:PORT/', 'http://name.example:PORT/'],
  // User info, fragments and what else is meant to mislead
  ...[
    'http://8.8.8.8@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@8.8.8.8/',
    'http://8.8.8.8:80@127.0.0.1:PORT/',
  ],
  ...[
    'http://127.0.0.1:PORT#@8.8.8.8/',
    'http://127.0.0.1:PORT?@8.8.8.8/',
    'http://127.0.0.1:PORT\\@8.8.8.8/',
  ],
  ...['http://user@127.0.0.1:PORT/', 'http://:@127.0.0.1:PORT/', 'http://8.8.8.8%40127.0.0.1:PORT/'],
  // Other schemes
  ...[
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_GET',
    'dict://127.0.0.1:PORT/',
  ],
  ...[
    'data:text/plain,inside',
    'ws://127.0.0.1:PORT/',
    'unix:/var/run/docker.sock',
    'ldap://127.0.0.1:PORT/',
  ],
  ...['jar:http://127.0.0.1:PORT/!/', 'javascript:alert(1)', 'blob:http://127.0.0.1:PORT/x', 'about:blank'],
  ...['//127.0.0.1:PORT/', '127.0.0.1:PORT', '', 'http://', 'http://[', 'http://127.0.0.1:99999/'],
];
