const tiles = Array.from({ length: 11 }, (_, index) => index * 48)

/** A quiet corner of a barbershop: mirror, lamp, chair, nobody. The mirror shows a short text. */
export function EmptyChair({ text }: { text: string }) {
  return (
    <svg viewBox="0 0 520 400" className="w-full rounded-hero" role="img" aria-label="Uma cadeira de barbeiro vazia">
      <rect width="520" height="400" fill="#16243b" />
      {tiles.map((x) => (
        <rect key={x} x={x} width="24" height="300" fill="#1d2d47" />
      ))}
      <rect y="300" width="520" height="100" fill="#0c1626" />
      <path d="M0 300h520" stroke="#dcb873" strokeWidth="3" />
      <circle cx="330" cy="142" r="104" fill="#dcb873" />
      <circle cx="330" cy="142" r="90" fill="#fde8bf" />
      <text
        x="330"
        y="150"
        textAnchor="middle"
        dominantBaseline="middle"
        fill="#16243b"
        className="font-display text-[76px] font-extrabold tracking-[-0.04em]"
      >
        {text}
      </text>
      <path d="M286 194h88" stroke="#e6cd97" strokeWidth="3" />
      <path
        d="M286 194v12M297 194v7M308 194v9M319 194v7M330 194v12M341 194v7M352 194v9M363 194v7M374 194v12"
        stroke="#b3261a"
        strokeWidth="2.5"
      />
      <rect x="228" y="262" width="216" height="10" rx="5" fill="#dcb873" />
      <path d="M404 262v-26h22v26zM411 236v-12h8v12z" fill="#7bd3a4" />
      <path d="M378 262v-36h16v36zM381 226l5-14 5 14z" fill="#f4eee6" />
      <path d="M60 0v70" stroke="#0c1626" strokeWidth="4" />
      <path d="M24 108a36 36 0 0 1 72 0z" fill="#b3261a" />
      <path d="M24 108h72l44 192H-20z" fill="#fde8bf" opacity="0.08" />
      <ellipse cx="142" cy="372" rx="112" ry="10" fill="#070d18" />
      <rect x="96" y="138" width="92" height="64" rx="18" fill="#c8372a" />
      <path d="M84 214a22 22 0 0 1 22-22h72a22 22 0 0 1 22 22v66H84z" fill="#b3261a" />
      <rect x="70" y="262" width="144" height="22" rx="11" fill="#f4eee6" />
      <rect x="84" y="282" width="116" height="18" rx="9" fill="#8d1b12" />
      <rect x="132" y="300" width="20" height="56" fill="#d8cdbd" />
      <rect x="92" y="354" width="100" height="14" rx="7" fill="#f4eee6" />
      <rect x="462" y="96" width="30" height="164" rx="15" fill="#f4eee6" />
      <path d="M462 140l30-20v20l-30 20zM462 180l30-20v20l-30 20zM462 220l30-20v20l-30 20z" fill="#b3261a" />
      <path d="M462 160l30-20v8l-30 20zM462 200l30-20v8l-30 20zM462 240l30-20v8l-30 20z" fill="#1f3b63" />
      <rect x="456" y="88" width="42" height="14" rx="7" fill="#dcb873" />
      <rect x="456" y="254" width="42" height="14" rx="7" fill="#dcb873" />
    </svg>
  )
}
