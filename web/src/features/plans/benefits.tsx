import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'

const benefits: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'calendar-check',
    title: 'Controle Total',
    text: 'Agenda, equipe, serviços e horários num lugar só. Ninguém marca por cima de ninguém, e cada mudança vale na hora.',
  },
  {
    icon: 'people',
    title: 'Crescimento',
    text: 'Quem procura perto de você encontra os seus horários livres de verdade e marca em menos de um minuto, a qualquer hora.',
  },
  {
    icon: 'chat',
    title: 'Suporte',
    text: 'Gente de verdade, em português, que conhece barbearia. E os seus dados são seus: leve tudo em planilha quando quiser.',
  },
]

export function Benefits() {
  return (
    <section aria-label="Benefícios" className="mt-16 grid gap-8 md:grid-cols-3">
      {benefits.map(({ icon, title, text }) => (
        <div key={title} className="border-t-2 border-red pt-5">
          <Icon name={icon} className="size-7 text-red" />
          <h2 className="mt-3 text-xl">{title}</h2>
          <p className="mt-2 text-mute">{text}</p>
        </div>
      ))}
    </section>
  )
}
