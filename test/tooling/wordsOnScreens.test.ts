import { beforeAll, expect, test } from '@jest/globals';
import { lintProject } from '../support/run/lintProject';

const FILE = 'src/features/vouchers/VouchersPage.tsx';

const CASES: [line: string, verdict: 'allowed' | 'refused'][] = [
  ['<p>Vouchers</p>', 'refused'],
  ["<p>{'Vouchers'}</p>", 'refused'],
  ['<p>{isOpen ? `${count} vouchers` : null}</p>', 'refused'],
  ['<p>{count} / {count}</p>', 'allowed'],
  ["<p>{isOpen ? '-' : `${count} · ${count}`}</p>", 'allowed'],
  ['<FormattedMessage id="vouchers.title" />', 'allowed'],
  ['<ListPage title="vouchers.title" />', 'allowed'],
  ['<button aria-label="Close" />', 'refused'],
  ['<input placeholder="Search" />', 'refused'],
  ['<Modal title="New voucher" okText={create} />', 'refused'],
  ['<Form.Item label="Code" />', 'refused'],
  ["<Dropdown menu={{ items: [{ key: 'print', label: 'Print vouchers' }] }} />", 'refused'],
  ["<Dropdown menu={{ items: [{ key: 'print', label: 'vouchers.print' }] }} />", 'allowed'],
  ['(told: boolean) => told', 'refused'],
  ['function hasBegun() {}', 'refused'],
  ['(place: string) => place', 'refused'],
  ['function heardAt() {}', 'refused'],
  ['(left: number) => left', 'refused'],
  ['({ left, top }: DOMRect) => left + top', 'allowed'],
  ['(placeholder: string) => placeholder', 'allowed'],
  ['({ told: isReported }: { told: boolean }) => isReported', 'allowed'],
];

let complaints: string[] = [];

beforeAll(async () => {
  const lines = CASES.map(([line], n) => `export const x${n} = ${line};`);
  complaints = await lintProject([[FILE, lines]], /^(?:portico\(|eslint-js\(no-restricted-syntax)/);
}, 300_000);

test.each(CASES.map(([line, verdict], n) => ({ line, verdict, at: n + 1 })))('$line is $verdict', ({ verdict, at }) => {
  const found = complaints.filter((complaint) => complaint.startsWith(`${FILE}:${at} `));
  if (verdict === 'allowed') expect(found).toEqual([]);
  else expect(found).not.toEqual([]);
});
