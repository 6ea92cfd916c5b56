/** `npm run docs`: writes the documentation site beside the built console. */
import { SITE } from './paths.mjs';
import { buildSite } from './site/site.mjs';

await buildSite(SITE);
