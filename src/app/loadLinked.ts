import { preload } from '../shared/preload';
import { rowAt } from './routes';

/** Loads the screen that a link leads to, when somebody points at the link or focuses it. */
export function loadLinked({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  const row = link && rowAt(link.hash.slice(1).replace(/\?.*/, ''));
  if (row) void preload(row.screen);
}
