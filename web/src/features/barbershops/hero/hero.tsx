import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useReducedMotion } from '../../../ui/use-media-query.ts'
import firstScene from './scene-1.svg'
import secondScene from './scene-2.svg'
import thirdScene from './scene-3.svg'

const scenes = [firstScene, secondScene, thirdScene]

type SceneProps = { source: string; isShown: boolean; isFirst: boolean }

function Scene({ source, isShown, isFirst }: SceneProps) {
  return (
    <img
      src={source}
      alt=""
      width="1600"
      height="540"
      fetchPriority={isFirst ? 'high' : 'low'}
      className={clsx(
        'absolute inset-0 size-full object-cover object-[62%_50%] md:object-[72%_50%] transition-opacity duration-700',
        !isShown && 'opacity-0',
      )}
    />
  )
}

/** The largest index shown so far: images that were never shown are not loaded. */
function useFurthest(index: number) {
  const [furthest, setFurthest] = useState(0)
  if (index > furthest) setFurthest(index)
  return furthest
}

type HeroProps = {
  locationBar: ReactNode
  /** The search of a phone. */
  search: ReactNode
}

/** A scene on wide screens, at most 280 px high. A slim band on phones, with the place and the search, so that the first barbershops are in view. */
export function Hero({ locationBar, search }: HeroProps) {
  const { index, isPaused, isMotionReduced, togglePause } = useRotation(scenes.length)
  const furthest = useFurthest(index)
  return (
    <section className="relative isolate -mx-5 -mt-4 grid grid-cols-[1fr_auto] items-center gap-x-2 overflow-hidden bg-night px-5 pt-1.5 pb-3 text-white md:mx-0 md:mt-0 md:flex md:flex-col md:items-stretch md:justify-between md:rounded-hero md:p-7">
      <div aria-hidden="true" className="parallax absolute inset-x-0 -top-16 bottom-0 -z-2">
        {scenes.slice(0, furthest + 1).map((source, scene) => (
          <Scene key={source} source={source} isShown={scene === index} isFirst={scene === 0} />
        ))}
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-1 bg-linear-to-r from-[#0d1626]/95 via-[#0d1626]/75 via-60% to-[#0d1626]/10 md:via-[#0d1626]/60 md:via-40% md:to-transparent md:to-75%"
      />
      <div className="col-span-2 min-w-0 md:max-w-2xl">{locationBar}</div>
      <div className="md:pt-6">
        <h1 className="max-w-70 text-lg leading-[1.375rem] md:max-w-2xl md:text-3xl md:leading-[1.02]">
          Encontre as melhores barbearias próximas a você
        </h1>
        <p className="mt-3 pr-10 text-lg text-white/85 max-md:hidden">
          <span className="inline-block">Horário livre de verdade.</span>{' '}
          <span className="inline-block">Marcou, é seu.</span>
        </p>
      </div>
      {!isMotionReduced && (
        <button
          type="button"
          aria-label={isPaused ? 'Retomar troca de imagens' : 'Pausar troca de imagens'}
          onClick={togglePause}
          className="-mr-3 grid size-11 place-items-center rounded-full text-white/80 hover:bg-white/15 hover:text-white focus-visible:outline-white md:absolute md:right-2 md:bottom-2 md:mr-0"
        >
          <Icon name={isPaused ? 'play' : 'pause'} className="size-4.5" />
        </button>
      )}
      <div className="col-span-2 mt-2 md:hidden">{search}</div>
    </section>
  )
}

const STEP_MS = 5_000

/** Rotates through `count` images, one every five seconds, unless paused, hidden or with reduced motion. */
function useRotation(count: number) {
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isMotionReduced = useReducedMotion()

  useEffect(() => {
    if (isPaused || isMotionReduced) return
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((current) => (current + 1) % count)
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [count, isPaused, isMotionReduced])

  return { index, isPaused, isMotionReduced, togglePause: () => setPaused(!isPaused) }
}
