/**
 * A button that its own press disables would drop the focus to the top of the page: it stays in the group then, on the first
 * button that can be pressed.
 */
export function keepFocusIn(group: HTMLElement | null) {
  requestAnimationFrame(() => {
    const active = document.activeElement
    const isLost = active === document.body || (active instanceof HTMLButtonElement && active.disabled)
    if (isLost) group?.querySelector<HTMLButtonElement>('button:enabled')?.focus({ preventScroll: true })
  })
}
