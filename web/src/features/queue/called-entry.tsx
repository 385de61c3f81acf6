import type { OwnQueueEntry } from '@na-regua/contract/queue'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { formatInstantInSentence } from '../../lib/format.ts'
import { useCountdown } from '../../lib/relative-time.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { storedDoorEntry } from './queries.ts'
import { describeLateness, formatCountdown, MAX_CALL_SECONDS } from './rules.ts'

export const positionClass = 'font-display leading-none font-extrabold tracking-[-0.03em] tabular-nums'

/** `clockOffset`: how far the server's clock is ahead of the device's, in milliseconds. */
type CalledHeaderProps = { entry: OwnQueueEntry; call: NonNullable<OwnQueueEntry['call']>; clockOffset: number }

/** Unmistakable from an arm's length: the whole head of the page is red. */
export function CalledHeader({ entry, call, clockOffset }: CalledHeaderProps) {
  const comeBy = new Date(Date.parse(call.comeBy) - clockOffset).toISOString()
  const seconds = useCountdown(comeBy, MAX_CALL_SECONDS)
  return (
    <header className="bg-red p-5 text-on-red md:p-8">
      <h1 id="lugar" className={`${positionClass} text-3xl wrap-anywhere`}>
        É a sua vez, <span className="block text-2xl">com {call.barber.name}</span>
      </h1>
      <p className="mt-5 text-xl font-semibold tabular-nums">
        Chegue até {formatInstantInSentence(call.comeBy, entry.timeZone)}
        {/* Not announced each second. */}
        <span aria-hidden="true" className="ml-3 inline-block min-w-16 text-2xl">
          {seconds > 0 && formatCountdown(seconds)}
        </span>
      </p>
      <p className="mt-2">
        {seconds > 0 ? describeLateness(entry.slidesLeft) : 'O tempo passou. Se já chegou, fale com a equipe.'}
      </p>
    </header>
  )
}

/**
 * `audio` is created by the first touch: a browser plays no sound before one. It is the page's, because a touch on the page before this
 * one counts too.
 */
const store = createStore<{ audio?: AudioContext }>(() => ({}))

/** Turns the sound on, which only a tap or a key can: for a browser the beginning of a touch may still become scrolling. */
export function enableSound() {
  if (typeof AudioContext === 'undefined') return
  const audio = store.getState().audio ?? new AudioContext()
  audio.onstatechange = () => store.setState({ audio })
  store.setState({ audio })
  void audio.resume().catch(() => undefined)
}

const isRunning = ({ audio }: { audio?: AudioContext }) => audio?.state === 'running'

/** True when a call would be audible. */
export const isSoundOn = () => isRunning(store.getState())

/** Reports whether a call would be audible, and lets any tap or key on the page turn the sound on. */
export function useIsSoundOn() {
  useEffect(() => {
    document.addEventListener('click', enableSound)
    document.addEventListener('keydown', enableSound)
    return () => {
      document.removeEventListener('click', enableSound)
      document.removeEventListener('keydown', enableSound)
    }
  }, [])
  return useStore(store, isRunning)
}

/** Three rising tones. */
export function playCall() {
  const { audio } = store.getState()
  if (audio?.state !== 'running') return
  for (const [index, frequency] of [660, 880, 1100].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const start = audio.currentTime + index * 0.28
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.5, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.25)
  }
}

/** Not before a touch, which the browser would report as an error. Safari and desktops do not vibrate. */
function vibrate(pattern: number[]) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}

const REPEAT_MS = 3_000
const REPEATS = 20

/**
 * Sound and vibration from the moment of a call, for a minute or until the customer has seen it. `callId` is another one for each
 * call; undefined without one.
 */
export function useCallAlert(callId: string | undefined) {
  const [seenId, setSeenId] = useState<string>()
  const isRinging = callId !== undefined && callId !== seenId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call rings again, also without an end of the one before.
  useEffect(() => {
    if (!isRinging) return
    let count = 0
    function ring() {
      playCall()
      vibrate([400, 150, 400, 150, 400])
      count += 1
      if (count >= REPEATS) clearInterval(timer)
    }
    const timer = setInterval(ring, REPEAT_MS)
    ring()
    return () => {
      clearInterval(timer)
      vibrate([0])
    }
  }, [isRinging, callId])
  return { isRinging, stop: () => setSeenId(callId) }
}

const MINUTE_MS = 60_000

/** Keeps the display on. The browser releases the lock when the page is hidden, and may refuse it. */
export function useWakeLock(isHeld: boolean) {
  useEffect(() => {
    if (!isHeld) return
    let lock: WakeLockSentinel | undefined
    let hasEnded = false
    async function request() {
      const isActive = lock && !lock.released
      if (isActive || hasEnded || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (hasEnded) void lock?.release()
    }
    void request()
    const timer = setInterval(() => void request(), MINUTE_MS)
    document.addEventListener('visibilitychange', request)
    return () => {
      hasEnded = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isHeld])
}

/** Whether a call comes as a push, too: to accounts, on devices that allow it. */
function useIsPushed(token: string) {
  const user = useUser()
  const door = storedDoorEntry.read()
  const isOfAccount = door?.token !== token || door.isOfAccount === true
  return user !== undefined && isOfAccount && 'Notification' in window && Notification.permission === 'granted'
}

/** Without pushes the open page is what calls, and keeps the display on. */
export function SoundHint({ token }: { token: string }) {
  const isOn = useIsSoundOn()
  const isPushed = useIsPushed(token)
  useWakeLock(!isPushed)
  const [pageText, displayText] = isOn
    ? ['Deixe esta página aberta: ela toca na sua vez.', 'Deixe a tela ligada: esta página toca na sua vez.']
    : ['Esta página pode tocar na sua vez.', 'Deixe a tela ligada: esta página pode tocar na sua vez.']
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-mute">
      <p className="flex min-w-0 flex-1 basis-[9rem] items-center gap-2">
        <Icon name="bell" className="size-4.5" />
        {isPushed ? pageText : displayText}
      </p>
      {!isOn && (
        <Button variant="outline" onClick={enableSound}>
          Ligar o som
        </Button>
      )}
    </div>
  )
}
