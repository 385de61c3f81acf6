import { getSession } from '../lib/session.ts'
import { dismissToast, showToast } from './toast.tsx'

const HOUR_MS = 3_600_000
const BUSY_CHECK_MS = 1_000
/** Until a tap on 'Atualizar' reloads the page although the version before has not ended. */
const PATIENCE_MS = 4_000

/** What a reload would lose: something that is being filled in, chosen or confirmed. */
const busy = 'dialog[open], [role=dialog], [role=alertdialog], main form'
const busyPages = /\/(booking|checkout|payment)(\/|$)/

export function isBusy() {
  const field = document.activeElement?.matches('input, textarea, select, [contenteditable]')
  const isOpen = [...document.querySelectorAll(busy)].some((element) => element.checkVisibility())
  return field || isOpen || busyPages.test(window.location.pathname)
}

/** A screen without a user, where a version that is only offered would wait for ever. */
const isUnattended = () => window.location.pathname.startsWith('/painel-da-loja')

/** Save-Data counts until there is a session: then the stored day is worth the download. */
function sparesData() {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true && !getSession().token
}

const isStaff = () => {
  const { user } = getSession()
  return user !== undefined && (user.role !== 'CUSTOMER' || user.barbershopRoles?.[0] !== undefined)
}

type LoadInstallPrompt = () => Promise<{ promptStaff: () => void }>

/** What follows once the page has settled: the service worker, and for staff the prompt to install the app. */
export function startApp(loadInstallPrompt: LoadInstallPrompt) {
  if (isStaff()) {
    loadInstallPrompt().then(
      ({ promptStaff }) => promptStaff(),
      () => undefined,
    )
  }
  return registerWorker()
}

/** Registers the service worker, and offers the versions that it brings. */
async function registerWorker() {
  if (!('serviceWorker' in navigator) || sparesData()) return
  const registration = await findRegistration(navigator.serviceWorker).catch(() => undefined)
  // Blocked by the browser, or the server has none.
  if (!registration) return
  announceUpdates(registration)
  checkForUpdates(registration)
}

export async function findRegistration(container: ServiceWorkerContainer) {
  const registration = await container.getRegistration()
  // One that has ended itself still controls this page; to register it again would revive it.
  if (registration || container.controller) return registration
  return container.register('/service-worker.js', { updateViaCache: 'none' })
}

/** The browser looks for a new version on each navigation; an app that stays open has none. */
function checkForUpdates(registration: ServiceWorkerRegistration) {
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < HOUR_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** Once an hour while a version waits, never while the user is busy; a screen without a user takes it at once. What is shown disappears when they become so. */
function announceUpdates(registration: ServiceWorkerRegistration) {
  let shown: { id: number; at: number } | undefined
  setInterval(() => {
    const { waiting } = registration
    if (!waiting || isBusy()) return shown && dismissToast(shown.id)
    if (isUnattended()) return activate(waiting)
    if (shown && Date.now() - shown.at < HOUR_MS) return
    // At the tap, another version may be waiting than the one that was offered.
    const action = { label: 'Atualizar', onClick: () => takeVersion(registration.waiting) }
    shown = { id: showToast({ tone: 'info', title: 'Versão nova disponível', action, stays: true }), at: Date.now() }
  }, BUSY_CHECK_MS)
}

/**
 * The browser keeps the worker before for minutes while it has a response under way. The HTML comes from the network first, so the page
 * is of the new version without it.
 */
function takeVersion(worker: ServiceWorker | null) {
  activate(worker)
  setTimeout(reloadUnlessBusy, PATIENCE_MS)
}

/** The user may have begun something since the tap. */
function reloadUnlessBusy() {
  if (!isBusy()) window.location.reload()
}

/** Only this tab is reloaded. The others go on with the files of their version, which the new worker keeps. */
function activate(worker: ServiceWorker | null) {
  if (isBusy()) return
  // Another tab was faster.
  if (!worker) return window.location.reload()
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') reloadUnlessBusy()
  })
  worker.postMessage({ type: 'activate' })
}
