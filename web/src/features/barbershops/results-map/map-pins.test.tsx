import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import L from 'leaflet'
import { afterEach, expect, test, vi } from 'vitest'
import { MapPins } from './map-pins.tsx'

afterEach(cleanup)

const place = { latitude: -16.7, longitude: -49.3 }
const box = { north: -16, south: -17, east: -49, west: -50 }
const pin = { ...place, id: 'shop', name: 'Navalha', timeZone: 'America/Sao_Paulo', price_from: 4500, nextSlot: null }
const cluster = { ...place, ...box, count: 3 }

/** As after a drag: Leaflet returns that until the next press on the map. */
function createDraggedMap() {
  const map = L.map(document.body.appendChild(document.createElement('div')), { maxZoom: 18 })
  map.setView([place.latitude, place.longitude], 18)
  Object.assign(map.dragging, { moved: () => true })
  return map
}

/** `detail` is 0 for a key. */
const createClick = (detail: number) => new PointerEvent('click', { detail, pointerType: 'mouse', bubbles: true })

test('after a drag the keyboard opens pins and clusters, the end of the drag does not', () => {
  const onSelect = vi.fn()
  const onList = vi.fn()
  const events = { formatDay: () => undefined, highlightedId: undefined, onHighlight: vi.fn(), onSelect, onList }
  render(
    <MapPins
      {...events}
      map={createDraggedMap()}
      view={{ box, zoom: 18 }}
      bottom={500}
      center={{ latitude: -16.8, longitude: -49.3 }}
      pins={[pin]}
      clusters={[cluster]}
    />,
  )
  const buttons = [/^Navalha/, /^3 barbearias/].map((name) => screen.getByRole('button', { name, hidden: true }))
  for (const button of buttons) fireEvent(button, createClick(1))
  expect(onSelect).not.toHaveBeenCalled()
  expect(onList).not.toHaveBeenCalled()
  for (const button of buttons) fireEvent(button, createClick(0))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('shop')
  expect(onList).toHaveBeenCalledOnce()
})
