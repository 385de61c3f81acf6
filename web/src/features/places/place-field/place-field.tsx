import { MAX_SENTENCE_LENGTH, MIN_SENTENCE_LENGTH, type PlaceSuggestion } from '@na-regua/contract/suggestions'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { ComboboxInput, ComboboxOption, useActiveOption, useDebounced } from '../../../ui/combobox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { describeSuggestion } from '../use-search-position.ts'
import { placesQuery } from './queries.ts'

type PlaceFieldProps = {
  label: string
  /** The name of the chosen place, which the box shows. */
  value?: string
  /** Of places with one name the nearest to it is first. */
  position: Coordinates
  /** `name` is what the box shows from then on. */
  onPick: (place: PlaceSuggestion, name: string) => void
  /** In a dialog it has the focus first. */
  isFocused?: boolean
}

/** What is typed, until it is chosen; a choice made elsewhere takes its place. */
function useWords(value: string) {
  const [words, setWords] = useState({ text: value, isChosen: true, value })
  if (words.value !== value) setWords({ text: value, isChosen: true, value })
  return {
    ...words,
    type: (text: string) => setWords({ text, isChosen: false, value }),
    choose: (text: string) => setWords({ text, isChosen: true, value }),
  }
}

/** Finds the places of what is typed. What is chosen is not searched for again. */
function usePlaces({ text: typed, isChosen }: ReturnType<typeof useWords>, position: Coordinates) {
  const text = typed.trim()
  const debounced = useDebounced(text)
  const isSearched = !isChosen && text.length >= MIN_SENTENCE_LENGTH
  const { data, isError, isFetching } = useQuery({
    ...placesQuery(debounced, position),
    enabled: isSearched && debounced === text,
  })
  const isLoading = isSearched && (debounced !== text || isFetching)
  const isLoaded = isSearched && !isLoading
  return {
    isLoading,
    isError: isLoaded && isError,
    isEmpty: isLoaded && data?.places.length === 0,
    places: (isLoaded && data?.places) || [],
  }
}

function describeState({ isLoading, isError, isEmpty, places }: ReturnType<typeof usePlaces>) {
  if (isLoading) return 'Procurando...'
  if (isError) return 'Não foi possível procurar. Verifique sua conexão e tente de novo.'
  if (isEmpty) return 'Nenhum lugar encontrado. Tente o bairro, a cidade ou o CEP.'
  return places.length > 0 ? formatCount(places.length, 'lugar encontrado', 'lugares encontrados') : ''
}

/** The field for a place wherever one is typed. Arrow keys move the active place, Enter chooses it (or the first one), Escape closes the list. */
export function PlaceField({ label, value = '', position, onPick, isFocused = false }: PlaceFieldProps) {
  const listId = useId()
  const words = useWords(value)
  const search = usePlaces(words, position)
  const { places } = search
  const list = useActiveOption(places.length)
  const isShown = list.isOpen && places.length > 0
  const active = isShown ? places[list.activeIndex] : undefined

  function pick(place: PlaceSuggestion) {
    const name = describeSuggestion(place)
    words.choose(name)
    list.close()
    onPick(place, name)
  }

  function type(text: string) {
    // The input also reports what it shows at first.
    if (text === words.text) return
    words.type(text)
    list.setActiveIndex(-1)
    list.open()
  }

  function handleKey(event: KeyboardEvent) {
    const picked = active ?? places[0]
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Escape' && isShown) list.close()
    // Also while it is loading: a form around the field must not be sent.
    else if (event.key !== 'Enter') return
    else if (picked) pick(picked)
    event.preventDefault()
  }

  const state = describeState(search)
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      <div className="relative">
        <ComboboxInput
          input={list.input}
          label={label}
          placeholder="Bairro, rua, CEP, metrô ou cidade"
          maxLength={MAX_SENTENCE_LENGTH}
          listId={listId}
          hasOptions={isShown}
          activeIndex={active ? list.activeIndex : -1}
          isInline={isFocused}
          value={words.text}
          onType={type}
          onFocus={() => list.input.current?.select()}
          onKeyDown={handleKey}
        />
      </div>
      <p role="status" className={search.isError || search.isEmpty ? 'pt-2 text-sm text-mute' : 'sr-only'}>
        {state}
      </p>
      {isShown && (
        <div
          id={listId}
          role="listbox"
          aria-label="Lugares encontrados"
          className="mt-2 rounded-card border border-line bg-card p-1.5"
        >
          {places.map((place, index) => (
            <ComboboxOption
              key={`${place.kind} ${place.name} ${place.area}`}
              listId={listId}
              index={index}
              isActive={index === list.activeIndex}
              onPick={() => pick(place)}
              onHover={() => list.setActiveIndex(index)}
              className="min-h-11"
            >
              <Icon name="pin" className="size-4.5 shrink-0 text-mute" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">{place.name}</span>
                {place.area && <span className="text-mute"> {place.area}</span>}
              </span>
            </ComboboxOption>
          ))}
        </div>
      )}
    </div>
  )
}
