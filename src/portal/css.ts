/** The portal's style sheet. All rules are scoped to `.portal`, so that it can be shown inside the console. */
import { colourOr, textOn } from './colour';
import { fontFamilyOf } from './fonts';
import type { Look } from './portalLook';

/** A look's colours and text style as CSS variables. The button uses the title's colour, which stands out. */
export function lookCss(look: Look): string {
  const title = colourOr(look.captive_83_title_color, '#4a4a4a');
  const variables = {
    page: colourOr(look.captive_7_background, '#1f6feb'),
    box: colourOr(look.captive_82_container_bg_color, '#ffffff'),
    title,
    text: colourOr(look.captive_84_text_color, '#4a4a4a'),
    on: textOn(title),
    face: fontFamilyOf(look.captive_85_text_style),
  };
  const declared = Object.entries(variables).map(([name, value]) => `--portal-${name}:${value}`);
  return `.portal{${declared.join(';')}}`;
}

export const PORTAL_CSS = `
.portal{position:relative;flex:1;min-height:0;color-scheme:light;background-color:var(--portal-page);color:var(--portal-text);font-family:var(--portal-face);font-variant:normal;font-variant-numeric:lining-nums}
.portal-background{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.portal-scroll{position:absolute;inset:0;overflow:auto;display:flex;padding:24px 16px}
.portal-container{box-sizing:border-box;width:100%;max-width:520px;margin:auto;padding:32px 24px;border-radius:12px;display:flex;flex-direction:column;gap:16px;text-align:center;font-size:16px;line-height:1.5;overflow-wrap:anywhere;background-color:var(--portal-box)}
.portal-container h1,.portal-container h2{margin:0;font:inherit;font-size:30px;line-height:1.25;font-weight:700;color:var(--portal-title)}
.portal-container h2{font-size:20px}
.portal-container p,.portal-container dl,.portal-container dd{margin:0}
.portal-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.portal-lead{font-size:20px}
.portal-logo{align-self:center;max-width:60%;max-height:120px}
.portal-container .portal-logo-small{max-height:48px}
.portal-banner{align-self:center;max-width:100%;max-height:240px}
.portal-wifi4eu{width:100%}
.portal-wifi4eu:not([src]){height:0;margin-bottom:-16px}
.portal-description{white-space:pre-line}
.portal-form{display:flex;flex-direction:column;gap:12px}
.portal-form+.portal-form,.portal-part,.portal-later{padding-top:16px;border-top:1px solid currentColor}
.portal-tick{display:flex;gap:10px;justify-content:center;align-items:baseline;text-align:start;font-size:15px}
.portal-tick input{flex:none;width:20px;height:20px;margin:0;transform:translateY(4px)}
.portal-field{display:flex;flex-direction:column;gap:4px;text-align:start}
.portal-field label,.portal-field span{font-size:15px}
.portal-input{box-sizing:border-box;width:100%;min-height:48px;padding:8px 12px;border:1px solid #767676;border-radius:8px;background:#fff;color:#1a1a1a;font:18px/1.4 system-ui,sans-serif}
.portal-stars{display:flex;flex-direction:column;gap:4px;margin:0;padding:0;border:0;text-align:start}
.portal-stars legend{padding:0;margin-bottom:8px}
.portal-stars label{display:flex;gap:12px;align-items:center;min-height:44px;font-size:20px;cursor:pointer}
.portal-stars input{flex:none;width:22px;height:22px;margin:0}
.portal-question{margin:0;padding:0;border:0;text-align:start}
.portal-question legend{padding:0;font-size:15px}
.portal-question .portal-tick{display:inline-flex;margin-inline-end:24px;justify-content:start;align-items:center;min-height:44px;cursor:pointer}
.portal-question input{transform:none}
.portal-shown{font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;font-variant-numeric:slashed-zero;letter-spacing:.1em;overflow-wrap:anywhere}
.portal-code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:22px;font-variant-numeric:slashed-zero;letter-spacing:.15em;text-align:center;text-transform:uppercase}
.portal-input[aria-invalid]{border:2px solid #a1121f}
.portal [aria-invalid]{scroll-margin:28px 0 176px}
.portal-way{display:flex;flex-direction:column;gap:12px}
.portal-way>.portal-form{padding:8px 0 4px}
.portal-container:has(.portal-way[open]) :is(.portal-way:not([open]),.portal-languages){display:none}
.portal-way>summary{list-style:none}
.portal-way>summary::-webkit-details-marker{display:none}
.portal-way[open]>summary{background:none;color:inherit;min-height:44px;padding:0}
.portal-part[open]>summary{list-style:none;font-weight:700}
.portal-part[open]>summary::-webkit-details-marker{display:none}
:is(.portal-way,.portal-part)[open]>summary::before{content:"‹";margin-inline-end:12px;font-size:24px;line-height:1}
.portal-questions{display:grid;grid-template-columns:1fr 1fr;gap:12px;align-items:end}
.portal-later{visibility:hidden;animation:portal-show 0s linear 30s forwards}
@keyframes portal-show{to{visibility:visible}}
.portal-problem{padding:12px;border-radius:8px;background:#fff;color:#a1121f;border:1px solid #a1121f;font-weight:700}
.portal button,.portal-button{font:inherit;cursor:pointer}
.portal-link,.portal a{padding:0;border:0;background:none;color:inherit;text-decoration:underline}
.portal .portal-start{box-sizing:border-box;display:flex;align-items:center;justify-content:center;min-height:48px;padding:8px 16px;border:0;border-radius:8px;font-weight:700;text-decoration:none;background-color:var(--portal-title);color:var(--portal-on)}
.portal .portal-other{background:none;color:inherit;border:1px solid currentColor}
.portal-text{text-align:start}
.portal-left{display:grid;grid-template-columns:auto 1fr;gap:8px;text-align:start}
.portal-left dd{font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums;font-weight:700;text-align:end}
.portal summary{cursor:pointer;min-height:32px}
.portal-languages{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:center;font-size:15px}
.portal-languages a{display:inline-flex;align-items:center;min-height:32px}
.portal-languages [aria-current]{font-weight:700;text-decoration:none}
.portal a:focus-visible,.portal button:focus-visible,.portal input:focus-visible,.portal select:focus-visible,.portal textarea:focus-visible,.portal summary:focus-visible,.portal [tabindex]:focus-visible{outline:2px solid currentColor;outline-offset:2px}
@media (max-height:700px){
.portal-scroll{padding:8px}
.portal-container{padding:12px 16px;gap:8px;line-height:1.35}
.portal-container h1{font-size:22px}
.portal-container h2{font-size:18px}
.portal-container .portal-logo-small{max-height:40px}
.portal-logo{max-height:80px}
.portal-banner{max-height:100px}
.portal-form,.portal-way{gap:8px}
.portal-form+.portal-form,.portal-part,.portal-later{padding-top:8px}
.portal-problem{padding:8px}
.portal-left,.portal-questions{gap:4px 8px}
.portal textarea.portal-input{height:64px}
.portal-stars{gap:0}
.portal-stars legend{margin-bottom:0}
.portal-languages{gap:0 16px}
.portal-container:has(.portal-part[open])>:is(.portal-form,.portal-languages){display:none}
}
`;

/**
 * The banner of the public demonstration's pages, which stays visible however visitors design the portal. What is scrolled to stops below
 * it. In a very low window, such as one at a zoom of 400 %, it would cover too much, so it scrolls away there.
 */
export const MARK_CSS = `
html{scroll-padding-top:72px}
.portal-mark{position:sticky;top:0;z-index:9;margin:0;padding:4px 12px;background:#fff3bf;color:#3d2c00;font:14px/20px sans-serif;text-align:center}
@media (max-height:420px){html{scroll-padding-top:0}.portal-mark{position:static}}
`;

/** Additional rules for the portal as a document of its own, which scrolls as a whole. */
export const DOCUMENT_CSS = `
html,body{margin:0}
.portal{min-height:100vh}
.portal-scroll{position:relative;box-sizing:border-box;min-height:100vh}
.portal-background{position:fixed}
`;
