import { encode } from 'uqr'

/** Dark on white in both themes: cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <div className="rounded-card bg-white p-4">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        className="block size-52 sm:size-56"
      >
        <path d={modules} fill="#000" />
      </svg>
    </div>
  )
}
