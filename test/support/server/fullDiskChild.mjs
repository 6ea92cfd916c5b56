// node --import fullDiskChild.mjs: a process whose disk appears full as soon as the file named by FULL_DISK exists.
import fs from 'node:fs';

const { writeSync } = fs;
const mark = process.env.FULL_DISK ?? '';
fs.writeSync = (...args) => {
  if (fs.existsSync(mark)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return writeSync(...args);
};
