import { describe, expect, test } from '@jest/globals';
import { chilliOptions } from '../../support/gateways/settingsParsers';
import { CONNECTION, unitSettings } from './connectUnitTests';

describe('the settings of a unit', () => {
  test('escape names and secrets in RouterOS commands', () => {
    const { files } = unitSettings('mikrotik', { ...CONNECTION, name: 'Lobby\n/system reset-configuration', secret: 'a"$b\\c' });
    expect(files[0]?.text).not.toMatch(/^\/system reset/m);
    expect(files[0]?.text).toContain('secret="a\\"\\$b\\\\c"');
  });

  test("warn about a secret that CoovaChilli's parser cannot read at all", () => {
    for (const secret of [`both ' and "`, 'line\nbreak'])
      for (const { text } of unitSettings('coovachilli', { ...CONNECTION, secret }).files.slice(0, 2)) {
        expect(chilliOptions(text)).not.toHaveProperty('uamsecret');
        expect(text).toContain('give the unit another secret');
      }
  });
});
