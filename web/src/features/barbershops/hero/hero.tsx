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
        'absolute inset-0 size-full object-cover object-[72%_50%] transition-opacity duration-700',
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
    <section className="relative isolate flex min-h-75 flex-col justify-between overflow-hidden rounded-hero bg-night p-5 text-white md:min-h-97 md:p-7">
      <div ref={layer} aria-hidden="true" className="absolute inset-x-0 -top-16 bottom-0 -z-2 will-change-transform">
        {scenes.slice(0, furthest + 1).map((source, scene) => (
          <Scene key={source} source={source} isShown={scene === index} isFirst={scene === 0} />
        ))}
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-1 bg-linear-to-r from-[#0d1626]/95 via-[#0d1626]/70 via-45% to-transparent to-85%"
      />
      <div className="min-h-11 max-w-2xl">{placeBar}</div>
      <div className="pt-6">
        <h1 className="max-w-[11.5ch] text-[2.125rem] leading-[1.06] sm:text-3xl md:text-4xl">
          Encontre as melhores barbearias próximas a você
        </h1>
        <p className="mt-3 text-lg text-white/85">Horário livre de verdade. Marcou, é seu.</p>
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
