import { clsx } from 'clsx'

export const starPath = 'M12 2.6l2.9 5.9 6.5 1-4.7 4.5 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-1z'

type RatingStarsProps = {
  /** 0 to 5, rounded to halves. */
  rating: number
  label?: string
  className?: string
}

export function RatingStars({ rating, label, className = 'h-4' }: RatingStarsProps) {
  const width = (Math.round(Math.min(5, Math.max(0, rating)) * 2) / 2) * 24
  return (
    <svg
      viewBox="0 0 120 24"
      role="img"
      aria-label={label ?? `${String(rating).replace('.', ',')} de 5 estrelas`}
      className={clsx('w-auto', className)}
    >
      {[0, 24, 48, 72, 96].map((x) => (
        <path key={x} d={starPath} transform={`translate(${x})`} className="fill-line" />
      ))}
      <svg width={width} height="24" viewBox={`0 0 ${width} 24`} aria-hidden="true">
        {[0, 24, 48, 72, 96].map((x) => (
          <path key={x} d={starPath} transform={`translate(${x})`} className="fill-brass" />
        ))}
      </svg>
    </svg>
  )
}
