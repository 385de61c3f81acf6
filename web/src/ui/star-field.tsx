import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { starPath } from './rating-stars.tsx'

const names = ['1 estrela', '2 estrelas', '3 estrelas', '4 estrelas', '5 estrelas']

type StarFieldProps = {
  label: string
  name: string
  /** 0 while nothing is selected. */
  value: number
  /** One label per star, from the worst to the best. */
  words: readonly string[]
  onChange: (value: number) => void
  error?: string
}

type StarProps = ComponentProps<'input'> & { text: string; isLit: boolean; onHover: () => void }

function Star({ text, isLit, onHover, ...radio }: StarProps) {
  return (
    <label
      onMouseEnter={onHover}
      className="grid size-13 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-navy"
    >
      <input type="radio" {...radio} className="sr-only" />
      <span className="sr-only">{text}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-9">
        <path d={starPath} className={clsx('transition-colors', isLit ? 'fill-brass' : 'fill-line')} />
      </svg>
    </label>
  )
}

/** Five radio buttons that look like stars: touch, mouse and arrow keys all work. */
export function StarField({ label, name, value, words, onChange, error }: StarFieldProps) {
  const id = useId()
  const [hovered, setHovered] = useState(0)
  const lit = hovered || value
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid justify-items-center gap-1">
      <legend className="mx-auto mb-1 text-sm font-semibold">{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only previews the choice. */}
      <div className="flex" onMouseLeave={() => setHovered(0)}>
        {names.map((text, index) => (
          <Star
            key={text}
            text={text}
            isLit={index < lit}
            name={name}
            value={index + 1}
            checked={value === index + 1}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(index + 1)}
            onHover={() => setHovered(index + 1)}
          />
        ))}
      </div>
      <p aria-hidden="true" className="min-h-5 text-sm text-mute">
        {words[lit - 1]}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
