/** `portico setup`: asks for settings and writes them to a file. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { valuesIn, withValues } from '../../src/server/cli/setup';
import { readConfig } from '../../src/server/config';
import { cli } from '../support/server/database';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => path.join(folder, 'portico.env');

/** Runs the command with a line for each question. */
function setup(...answers: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli(), 'setup', file()], {
    input: answers.map((answer) => `${answer}\n`).join(''),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  });
  return { status, stdout, stderr };
}

test('writes the answers so that a server would start with them, for the owner of the file alone', () => {
  const { status, stdout } = setup(
    'https://wifi.example.com',
    'loopback',
    'smtp://u:p%40ss@mail.example.com:587',
    'Hotel <wifi@example.com>',
    'opennds, RADIUS',
    'Europe/Rome',
  );
  expect(status).toBe(0);
  expect(stdout).toContain(`The settings are in ${file()}.`);
  const values = valuesIn(readFileSync(file(), 'utf8'));
  expect(values).toEqual({
    PORTICO_PUBLIC_URL: 'https://wifi.example.com',
    PORTICO_TRUST_PROXY: 'loopback',
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://u:p%40ss@mail.example.com:587',
    MAIL_FROM: 'Hotel <wifi@example.com>',
    PORTICO_OPENNDS: 'on',
    PORTICO_RADIUS: 'on',
    PORTICO_RADIUS_HOST: '0.0.0.0',
    PORTICO_ZONE: 'Europe/Rome',
  });
  expect(readConfig(values)).toMatchObject({ publicUrl: 'https://wifi.example.com', radius: { host: '0.0.0.0' } });
  expect((statSync(file()).mode & 0o777).toString(8)).toBe('600');
});

test('asks again after a wrong answer, says what is wrong, and keeps by Enter what the file has', () => {
  writeFileSync(file(), '# Ours\nPORTICO_PUBLIC_URL=https://old.example.com\nPORT=8099\n# PORTICO_RADIUS=on\nPORTICO_OPENNDS=on\n');
  chmodSync(file(), 0o640);
  const { status, stdout } = setup('', '10.0.0.999', '10.0.0.1', '-', 'radius unifi', '', 'Rome', 'it\'s "Rome"', 'Europe/Rome');
  expect(status).toBe(0);
  expect(stdout).toContain('"10.0.0.999" is no address of a proxy');
  expect(stdout).toContain('"unifi" is none of radius, opennds, http.');
  expect(stdout).toContain('Enter: opennds');
  expect(stdout).toContain('PORTICO_ZONE: ');
  expect(stdout).toContain('without quotation marks');
  expect(readFileSync(file(), 'utf8')).toBe(
    '# Ours\nPORTICO_PUBLIC_URL=https://old.example.com\nPORT=8099\n# PORTICO_RADIUS=on\nPORTICO_OPENNDS=on\nPORTICO_ZONE=Europe/Rome\nPORTICO_TRUST_PROXY=10.0.0.1\nHOST=0.0.0.0\n',
  );
  expect((statSync(file()).mode & 0o777).toString(8)).toBe('640');
});

test('changes nothing when the answers end before the questions', () => {
  writeFileSync(file(), 'PORT=8099\n');
  const { status, stderr } = setup('https://wifi.example.com', 'loopback');
  expect([status, stderr]).toEqual([1, 'The questions were not answered to the end. No changes were made.\n']);
  expect(readFileSync(file(), 'utf8')).toBe('PORT=8099\n');
});

test('puts values in their lines, in those that have them as a comment, and else at the end', () => {
  const text = '# What follows\nPORT=1\n# MAIL_FROM=a@b.c\n# PORT=2\nSMTP_URL=smtp://x';
  expect(withValues(text, { PORT: '3', MAIL_FROM: 'd@e.f', SMTP_URL: '', HOST: '::', PORTICO_RADIUS: '' })).toBe(
    '# What follows\nPORT=3\nMAIL_FROM=d@e.f\n# PORT=2\n# SMTP_URL=\nHOST=::\n',
  );
});

test('takes the last of several lines with the same setting, as systemd does, and reads spaces beside the equals sign', () => {
  const text = 'PORT=1\n  PORT = "2" \nMAIL_FROM=a@b.c\nMAIL_FROM=d@e.f\n';
  expect(valuesIn(text)).toEqual({ PORT: '2', MAIL_FROM: 'd@e.f' });
  expect(withValues(text, { PORT: '3', MAIL_FROM: '' })).toBe('# PORT=1\nPORT=3\n# MAIL_FROM=a@b.c\n# MAIL_FROM=\n');
});
