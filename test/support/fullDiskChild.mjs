// node --import fullDiskChild.mjs: a process for which the disk is full as soon as the file that FULL_DISK names is there.
import fs from 'node:fs';

const { writeSync } = fs;
const mark = process.env.FULL_DISK ?? '';
fs.writeSync = (...args) => {
  if (fs.existsSync(mark)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return writeSync(...args);
};
