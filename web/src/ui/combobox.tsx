import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { controlClass } from './field-frame.tsx'
import { Icon } from './icon.tsx'

const DEBOUNCE_MS = 300

/** The text once it has not changed for a moment. */
export function useDebounced(text: string) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** Whether the list is open, and which of its options is active. The focus returns to `input`. */
export function useActiveOption(count: number) {
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  return {
    input,
    isOpen,
    activeIndex,
    setActiveIndex,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setActiveIndex(-1)
    },
    /** Wraps around at both ends. */
    move(step: 1 | -1) {
      if (count === 0) return
      setOpen(true)
      setActiveIndex((index) => (index < 0 && step < 0 ? count - 1 : (index + step + count) % count))
    },
  }
}

type ComboboxInputProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  maxLength: number
  listId: string
  /** Whether the list has options to choose from. */
  hasOptions: boolean
  /** Of the active option; -1 without one. */
  activeIndex: number
  /** Within a sheet, which opens with the keyboard of a phone. */
  isInline: boolean
  value: string
  onType: (text: string) => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The field of a search. The focus stays in it while the arrow keys choose an option of the list. */
export function ComboboxInput(props: ComboboxInputProps) {
  const { input, label, placeholder, maxLength, listId, hasOptions, activeIndex, isInline, value, onType } = props
  // What was typed before hydration is on the page only: the next rendering would erase it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => {
    if (input.current?.value) onType(input.current.value)
    // Read by the dialog when it opens, so that a phone's keyboard is there without another tap. React does not render the attribute.
    input.current?.toggleAttribute('autofocus', isInline)
  }, [])
  return (
    <>
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeIndex < 0 ? undefined : `${listId}-${activeIndex}`}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        className={clsx(controlClass, 'border-line pl-11')}
      />
    </>
  )
}

type ComboboxOptionProps = {
  listId: string
  index: number
  isActive: boolean
  onPick: () => void
  onHover: () => void
  className?: string
  children: ReactNode
}

/** A row of the list, which has the role `listbox` and the id `listId`. */
export function ComboboxOption({ listId, index, isActive, onPick, onHover, className, children }: ComboboxOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard.
    <div
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onPick}
      onPointerMove={onHover}
      className={clsx(
        'flex cursor-pointer items-center gap-3 rounded-control p-2',
        className ?? 'min-h-16',
        isActive && 'bg-sunken',
      )}
    >
      {children}
    </div>
  )
}

/** Of the list below the field. */
export const comboboxPopupClass =
  'absolute inset-x-0 top-full z-20 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-card shadow-float'
