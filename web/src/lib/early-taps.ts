/**
 * A file of its own that needs no other: it arrives before the first paint, long before the code of the page. A tap on a control that
 * React has not hydrated yet is saved, shown as pressed and repeated once the control is ready; so are choices and text that were entered
 * before. Of text it is what the field contains by then; a field that a rendering has emptied meanwhile gets back what it contained.
 * React itself repeats nothing that comes before its own code. Taps wait for the session too (`data-released`): a control that does
 * not know the user would lead to the login. Links work without it. Once the page is hydrated it only passes events on, because controls of
 * other libraries, such as the map's, are not React's; except within `data-late`, whose code comes after that of the page.
 */
export {}

type Control = HTMLElement & { value: string }
type Waiting = { control: Control; repeat: () => void; wasReady?: boolean }

const CHECK_MS = 50
const TAPPED = 'data-tapped'
const tappable = 'button,[type=checkbox],[type=radio]'

let queue: Waiting[] = []
let timer: ReturnType<typeof setInterval> | undefined

/** React keeps the props of a hydrated element in a property with a random suffix. */
function isReady(element: unknown): boolean {
  return element instanceof Element && Object.keys(element).some((key) => key.startsWith('__reactProps'))
}

const findMain = () => document.querySelector('main')
const findControl = ({ target }: Event) =>
  target instanceof Element ? target.closest<Control>('a,button,input,select,textarea') : null
const isLate = (control: Control) => !isReady(control) && (control.closest('[data-late]') || !isReady(findMain()))
/** An error page, which has no `main`, waits for no session. */
const isReleased = () => 'released' in document.documentElement.dataset || !findMain()

function save(control: Control, repeat: () => void) {
  queue = queue.filter((waiting) => waiting.control !== control)
  queue.push({ control, repeat })
  timer ??= setInterval(repeatNext, CHECK_MS)
}

/** In their order, each one check after its control was first seen ready: the effects of its hydration have then run. */
function repeatNext() {
  const [next] = queue
  if (next?.control.isConnected) {
    const { control, wasReady } = next
    next.wasReady = isReady(control)
    if (!wasReady || !next.wasReady || !isReleased()) return
  }
  queue.shift()
  if (queue.length === 0) {
    clearInterval(timer)
    timer = undefined
  }
  next?.control.removeAttribute(TAPPED)
  if (next?.control.isConnected) next.repeat()
}

function handleClick(event: Event) {
  const control = findControl(event)
  if (!control?.matches(tappable)) return
  if (isReady(control) && !isReleased()) event.stopImmediatePropagation()
  else if (!isLate(control)) return
  event.preventDefault()
  control.setAttribute(TAPPED, '')
  save(control, () => control.click())
}

function handleInput(event: Event) {
  const control = findControl(event)
  if (!control || !isLate(control) || control.matches(tappable)) return
  const isSelect = control.matches('select')
  let text = control.value
  save(control, () => {
    if (!isSelect) text = control.value || text
    // React compares with the value that it saw last: the one that was set through the control's own property.
    control.value = isSelect ? text : ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
    control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
  })
}

function handleSubmit(event: Event) {
  if (!isReady(event.target) && !isReady(findMain())) event.preventDefault()
}

document.addEventListener('click', handleClick, true)
document.addEventListener('input', handleInput, true)
document.addEventListener('submit', handleSubmit, true)
// Until then `firstPaintScript` cancels every submit.
document.documentElement.dataset.early = ''
