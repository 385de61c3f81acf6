import { MAX_STAFF_SEARCH } from '@na-regua/contract/staff-search'
import { type RefObject, useEffect, useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { ComboboxInput, comboboxPopupClass } from '../../../ui/combobox.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { StaffSearchList } from './staff-search-list.tsx'
import { type StaffSearchState, useStaffSearch } from './use-staff-search.ts'

type StaffSearchProps = {
  onBarbershop: (id: string) => void
  isInline?: boolean
  onPicked?: () => void
}

const LABEL = 'Buscar na barbearia'

/** Where a '/' is a character. */
const isTyping = (element: Element | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))

/** '/' leads to the field from anywhere on the page, except from a field and from a dialog. */
function useSlashKey(input: RefObject<HTMLInputElement | null>, isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    function handleKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return
      // On a phone the field is hidden.
      const isVisible = input.current?.offsetParent
      if (!isVisible || isTyping(document.activeElement) || document.querySelector('dialog:modal')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [input, isActive])
}

/** The state of the search for a screen reader. */
function describeState({ isShown, isOffline, isLongEnough, isLoading, isError, options }: StaffSearchState) {
  if (!isShown || isOffline || isError || !isLongEnough) return ''
  if (isLoading) return 'Buscando...'
  return options.length > 0 ? formatCount(options.length, 'resultado', 'resultados') : 'Nada encontrado'
}

/** One field for customers, appointments, barbers, services and days. */
export function StaffSearch({ onBarbershop, isInline = false, onPicked }: StaffSearchProps) {
  const listId = useId()
  const search = useStaffSearch({ isInline, onBarbershop, onPicked })
  const { options, isShown, close } = search
  useSlashKey(search.input, !isInline)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <ComboboxInput
        input={search.input}
        label={LABEL}
        placeholder="Cliente, telefone, dia..."
        maxLength={MAX_STAFF_SEARCH}
        listId={listId}
        hasOptions={isShown && options.length > 0}
        activeIndex={search.activeIndex}
        isInline={isInline}
        value={search.typed}
        onType={search.type}
        onFocus={search.open}
        onKeyDown={search.handleKey}
      />
      {!isInline && !search.typed && <SlashHint />}
      <p role="status" className="sr-only">
        {describeState(search)}
      </p>
      {isShown && (
        // Safari does not focus a pressed button: the focus then stays within, and the list stays open.
        <div tabIndex={-1} className={isInline ? '-mx-2 mt-2 outline-none' : `${comboboxPopupClass} outline-none`}>
          <StaffSearchList search={search} listId={listId} />
        </div>
      )}
    </div>
  )
}

function SlashHint() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-3 right-3 hidden size-6 place-items-center rounded-small border border-line font-sans text-sm text-mute lg:grid"
    >
      /
    </span>
  )
}

type StaffSearchSheetProps = { isOpen: boolean; onClose: () => void; onBarbershop: (id: string) => void }

/** The search on a phone, as a full-screen sheet. */
export function StaffSearchSheet({ isOpen, onClose, onBarbershop }: StaffSearchSheetProps) {
  return (
    <Sheet side="full" title={LABEL} isOpen={isOpen} onClose={onClose}>
      <StaffSearch isInline onBarbershop={onBarbershop} onPicked={onClose} />
    </Sheet>
  )
}
