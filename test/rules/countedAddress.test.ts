import { expect, test } from '@jest/globals';
import { countedAddress } from '../../src/server/limits/countedAddress';

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  // Translated for a server that has IPv6 only, and through a tunnel (6to4): each is the address of somebody else.
  ['64:ff9b::192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:208', '192.0.2.8', '192.0.2.8'],
  ['2002:c000:207:1::9', '192.0.2.7', '192.0.2.7'],
  ['2002:c000:207:ff00::9', '192.0.2.7', '192.0.2.7'],
  // Neither is one of those.
  ['64:ff9b:1::192.0.2.7', '64:ff9b:1:0::/64', '64:ff9b:1:0::/56'],
  ['2001:db8:1:23ff:5::6', '2001:db8:1:23ff::/64', '2001:db8:1:2300::/56'],
  ['unknown', 'unknown', 'unknown'],
])('%s counts as %s, and widely as %s', (given, address, wide) => {
  expect(countedAddress(given)).toEqual({ address, wide });
});
