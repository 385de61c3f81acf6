import { lazy } from 'react'

type QrCodeProps = {
  text: string
  label: string
  /** The class of the code without its white margin. */
  className: string
}

/** Dark on white in both themes: cameras need the contrast. The encoder is loaded with the first code. */
export const QrCode = lazy(async () => {
  const { encode } = await import('uqr')
  return {
    default: function QrCode({ text, label, className }: QrCodeProps) {
      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      const modules = data
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('')
      return (
        <div className="w-fit rounded-card bg-white p-4">
          <svg
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label={label}
            shapeRendering="crispEdges"
            className={`block ${className}`}
          >
            <path d={modules} fill="#000" />
          </svg>
        </div>
      )
    },
  }
})
