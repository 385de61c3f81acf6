import type { MetaArgs } from 'react-router'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { BRAND } from '../lib/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { RulerLine } from '../ui/ruler.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Sobre',
    description: `${BRAND} mostra o horário livre de verdade das barbearias perto de você. Sem comissão, sempre.`,
    path: paths.about(),
  })
}

const promises: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'calendar-check',
    title: 'Marcou, é seu',
    text: 'Um horário tem um dono só. Quem confirma primeiro fica com a cadeira, e o sistema não deixa marcar duas pessoas ao mesmo tempo. Nunca.',
  },
  {
    icon: 'clock',
    title: 'Horário livre de verdade',
    text: 'O que aparece na tela dá para marcar: expediente, pausas, folgas e o tempo do serviço já estão na conta.',
  },
  {
    icon: 'tag',
    title: 'Comissão zero',
    text: 'A barbearia paga um plano fixo, ou nada no plano Básico. Nenhum centavo sai do corte, e o cliente paga só o preço da casa.',
  },
  {
    icon: 'lock',
    title: 'Seus dados são seus',
    text: 'Baixe tudo o que guardamos sobre você ou apague a conta quando quiser, sem pedir a ninguém.',
  },
]

const sides: { title: string; text: string }[] = [
  {
    title: 'Para quem corta o cabelo',
    text: 'Ache a barbearia pelo lugar, pela nota, pelo preço ou pelo bairro, escolha barbeiro, serviço e hora, e pronto. Mudou de ideia? Remarque ou cancele até o prazo da casa.',
  },
  {
    title: 'Para quem está atrás da cadeira',
    text: 'O dia inteiro na palma da mão: quem é o próximo, onde tem um buraco na agenda, quem chegou sem marcar. Um toque para aceitar, outro para finalizar.',
  },
  {
    title: 'Para quem abre a porta',
    text: 'Lojas, equipe, serviços, horários e fotos num lugar só, com números que cabem numa olhada. Sem contrato de fidelidade.',
  },
]

export default function AboutPage() {
  return (
    <article className="mx-auto max-w-5xl py-2 md:py-8">
      <header className="max-w-3xl">
        <h1 className="text-3xl md:text-4xl">O caminho mais curto até a cadeira</h1>
        <RulerLine steps={33} className="mt-5 w-64" />
        <p className="mt-5 text-lg text-mute">
          {BRAND} nasceu em Goiânia de uma pergunta simples: por que marcar um corte ainda dá mais trabalho do que
          cortar? A gente mostra onde tem cadeira livre agora, de verdade, e deixa marcar em menos de um minuto.
        </p>
      </header>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2">
        {promises.map(({ icon, title, text }) => (
          <li key={title} className="rounded-card border border-line bg-card p-6">
            <Icon name={icon} className="size-7 text-red" />
            <h2 className="mt-3 text-xl">{title}</h2>
            <p className="mt-1.5 text-mute">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-12 grid gap-8 md:grid-cols-3">
        {sides.map(({ title, text }) => (
          <section key={title} className="border-t-2 border-red pt-4">
            <h2 className="text-xl">{title}</h2>
            <p className="mt-2 text-mute">{text}</p>
          </section>
        ))}
      </div>
      <div className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to={paths.home()} size="large">
          Encontrar barbearias
        </ButtonLink>
        <ButtonLink to={paths.becomeOwner()} size="large" variant="outline">
          Levar minha barbearia
        </ButtonLink>
      </div>
    </article>
  )
}
