import { EmptyChair } from '../../../ui/empty-chair.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Ruler } from '../../../ui/ruler.tsx'

const promises = [
  'Você vê o horário livre de verdade, sem telefonema.',
  'Marcou, ninguém mais pega a sua cadeira.',
  'Sem taxa para quem marca e sem aplicativo para instalar.',
]

const free = [
  [600, 690],
  [870, 1020],
] as const

/** What an account is good for; only where there is room beside the form. */
export function LoginSide() {
  return (
    <aside className="grid gap-6 rounded-hero border border-line bg-card p-8 max-lg:hidden">
      <EmptyChair text="15h" />
      <div>
        <h2 className="text-2xl">Marcou, é seu.</h2>
        <ul className="mt-4 grid gap-2.5">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 text-green" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <Ruler from={540} to={1200} free={free} text="Um dia de exemplo: livre das 10h às 11h30 e das 14h30 às 17h." />
    </aside>
  )
}
