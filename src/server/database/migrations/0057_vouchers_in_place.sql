-- A voucher changes at its first use, in no column that has an index. With room on its page the new row stays there, and none of seven indexes,
-- two of them for searches, gets another entry.
ALTER TABLE "hotspot_vouchers" SET (fillfactor = 80);
