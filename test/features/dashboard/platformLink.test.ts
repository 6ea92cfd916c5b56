import { expect, test } from '@jest/globals';
import { platformLink } from '../../../src/features/dashboard/platformLink';

const strings = { auth_login_url: 'pf+llBgCnVHyzvKc/aVuFjKH0w==', iv_array: 'OR5Z&x=#' };

test('adds the complete sign-in to the query of the site beside its own parameters', () => {
  const link = new URL(platformLink({ site: 'https://example.com/in?lang=it#top', ...strings }) ?? '');
  expect(Object.fromEntries(link.searchParams)).toEqual({ lang: 'it', ...strings });
  expect(link.origin + link.pathname + link.hash).toBe('https://example.com/in#top');
});

test('is the plain site without sign-in data', () => {
  expect(platformLink({ site: 'https://example.com/in', auth_login_url: '', iv_array: '' })).toBe('https://example.com/in');
});

test.each(['', 'javascript:alert(1)', ' data:text/html,x', '//example.com', 'example.com'])('refuses %j', (site) => {
  expect(platformLink({ site, ...strings })).toBeNull();
});
