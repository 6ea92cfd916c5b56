import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
