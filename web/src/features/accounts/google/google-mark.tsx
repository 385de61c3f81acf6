/** The letter in its four colours, drawn by us; the words beside it are its name. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path d="M18.4 7.2A8 8 0 0 0 5.1 8" stroke="#ea4335" />
      <path d="M5.1 8a8 8 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.1 16a8 8 0 0 0 12.2 2" stroke="#34a853" />
      <path d="M17.3 18A8 8 0 0 0 20 12h-8" stroke="#4285f4" />
    </svg>
  )
}
