import { type ReactNode, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import firstScene from './scene-1.svg'
import secondScene from './scene-2.svg'
import thirdScene from './scene-3.svg'
import { useParallax } from './use-parallax.ts'
import { useRotation } from './use-rotation.ts'

const scenes = [firstScene, secondScene, thirdScene]

/** For the page's links: the picture that is seen first is fetched first. */
export const heroPreload = { rel: 'preload', as: 'image', href: firstScene, fetchPriority: 'high' } as const

type SceneProps = { source: string; isShown: boolean; isFirst: boolean }

function Scene({ source, isShown, isFirst }: SceneProps) {
  return (
    <img
      src={source}
      alt=""
      width="1600"
      height="540"
      fetchPriority={isFirst ? 'high' : 'low'}
      className={classNames(
        'absolute inset-0 size-full object-cover object-[62%_50%] md:object-[72%_50%] transition-opacity duration-700',
        !isShown && 'opacity-0',
      )}
    />
  )
}

/** Pictures come when their turn comes: the ones that nobody waits to see are not fetched. */
function useSeen(index: number) {
  const [furthest, setFurthest] = useState(0)
  if (index > furthest) setFurthest(index)
  return furthest
}

export function Hero({ placeBar }: { placeBar: ReactNode }) {
  const { index, isPaused, isResting, togglePause } = useRotation(scenes.length)
  const furthest = useSeen(index)
  const layer = useRef<HTMLDivElement>(null)
  useParallax(layer)
  return (
    <section className="relative isolate flex min-h-78 flex-col justify-between overflow-hidden rounded-hero bg-night p-5 text-white md:min-h-95 md:p-7">
      <div ref={layer} aria-hidden="true" className="absolute inset-x-0 -top-16 bottom-0 -z-2 will-change-transform">
        {scenes.slice(0, furthest + 1).map((source, scene) => (
          <Scene key={source} source={source} isShown={scene === index} isFirst={scene === 0} />
        ))}
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-1 bg-linear-to-r from-[#0d1626]/95 via-[#0d1626]/75 via-60% to-[#0d1626]/10 md:via-[#0d1626]/60 md:via-40% md:to-transparent md:to-75%"
      />
      <div className="-mx-2 min-h-11 max-w-2xl md:mx-0">{placeBar}</div>
      <div className="pt-6">
        <h1 className="max-w-120 text-2xl sm:text-3xl md:text-4xl">Encontre as melhores barbearias próximas a você</h1>
        <p className="mt-3 pr-10 text-white/85 md:text-lg">
          <span className="inline-block">Horário livre de verdade.</span>{' '}
          <span className="inline-block">Marcou, é seu.</span>
        </p>
      </div>
      {!isResting && (
        <button
          type="button"
          aria-label={isPaused ? 'Retomar troca de imagens' : 'Pausar troca de imagens'}
          onClick={togglePause}
          className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full text-white/80 hover:bg-white/15 hover:text-white focus-visible:outline-white"
        >
          <Icon name={isPaused ? 'play' : 'pause'} className="size-4.5" />
        </button>
      )}
    </section>
  )
}
