import { expect, test } from '@jest/globals';
import { createIntegration } from '../../src/contract/integrations';
import { isWebAddress } from '../../src/contract/plain/wire';
import { problemOf } from '../../src/features/portal-designer/portalLook';

/** Whether an address is accepted for platforms, and as a target for guests who leave the portal. */
const takes = (address: string) => [
  isWebAddress(address),
  createIntegration.shape.site.safeParse(address).success,
  problemOf('captive_1_redir', address) === null,
];

test.each([
  'https://example.com',
  'http://10.0.0.1:8080/a?b=c#d',
  'HTTPS://Example.COM/',
  'http://[2001:db8::1]/',
  'https://müller.example',
])('%s is a web address for platforms and portals', (address) => expect(takes(address)).toEqual([true, true, true]));

test.each([
  'example.com',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com',
  // Browsers would resolve these relative to the portal itself.
  'http:shop',
  'https:/shop',
  'http:///shop',
  'https://',
  'https://exa mple.com',
  'https://example.com/a\nb',
])('%j is none for either', (address) => expect(takes(address)).toEqual([false, false, false]));
