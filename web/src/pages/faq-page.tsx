import { Link, type MetaArgs } from 'react-router'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { Icon } from '../ui/icon.tsx'

const questions = [
  {
    question: 'Como marco um horário? E se o código não chegar?',
    answer:
      'Permita a localização ou escolha um ponto no mapa, abra uma barbearia e toque em "Agendar". Escolha barbeiro, serviço, dia e hora. Na primeira vez, a gente confirma o seu e-mail com um código de seis dígitos; enquanto isso o horário fica guardado por dez minutos. Não recebeu o código? Olhe a caixa de spam e confira se o endereço está certo. Depois de 60 segundos dá para pedir outro. O código vale por 10 minutos.',
  },
  {
    question: 'Posso só chegar, sem marcar?',
    answer:
      'Nas barbearias que atendem sem hora, sim. Entre na fila pela página dela ou pelo QR code da porta, sem cadastro, e acompanhe no celular quanto falta. Quem marcou continua na hora marcada: a fila ocupa só os intervalos.',
  },
  {
    question: 'Posso remarcar ou cancelar?',
    answer:
      'Sim, em "Meus agendamentos". Recomendamos remarcar com pelo menos 2\u00a0h de antecedência: é o prazo da maioria das barbearias. O prazo exato de cada uma aparece antes de confirmar. Depois dele, ligue para a barbearia.',
  },
  {
    question: 'Quanto custa usar?',
    answer:
      'Nada para quem marca. Você paga só o serviço, direto na barbearia, pelo preço da casa. Não cobramos comissão nem taxa por agendamento.',
  },
  {
    question: 'O que significa "Agendado" e "Confirmado"?',
    answer:
      '"Agendado" é o seu pedido, e o horário já está reservado para você. "Confirmado" quer dizer que o barbeiro aceitou, ou que a barbearia confirma na hora. Se ninguém responder em até 24\u00a0h, ou até 2\u00a0h antes do horário, o pedido é liberado e você é avisado.',
  },
  {
    question: 'Como avalio uma barbearia?',
    answer:
      'Depois que o atendimento é finalizado, o botão "Avaliar" aparece em "Meus agendamentos". Só avalia quem sentou na cadeira, uma vez por atendimento, e a barbearia pode responder.',
  },
  {
    question: 'Tenho uma barbearia. Como entro?',
    answer:
      'Escolha um plano em "Torne-se dono": o Básico é gratuito, com uma barbearia e dois barbeiros. Depois é só cadastrar a casa, os serviços e a equipe. A barbearia aparece na busca na mesma hora.',
  },
  {
    question: 'O que acontece com os meus dados?',
    answer:
      'A barbearia vê o seu nome e telefone para te atender, e mais nada. No seu perfil dá para baixar tudo o que guardamos ou apagar a conta. Os detalhes estão na política de privacidade.',
  },
]

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Perguntas frequentes',
    description: 'Como marcar, remarcar, cancelar e avaliar, quanto custa e o que acontece com os seus dados.',
    path: paths.faq(),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  })
}

export default function FaqPage() {
  return (
    <div className="mx-auto max-w-3xl py-2 md:py-8">
      <h1 className="text-3xl md:text-4xl">Perguntas frequentes</h1>
      <p className="mt-4 text-lg text-mute">O que mais perguntam para a gente, em poucas palavras.</p>
      <div className="mt-8 divide-y divide-line rounded-card border border-line bg-card">
        {questions.map(({ question, answer }) => (
          // The native accordion: works with touch, keyboard and the browser's search, without JavaScript.
          <details key={question} name="faq" className="group">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Icon
                name="chevron-down"
                className="size-5 shrink-0 text-mute transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="px-5 pb-5 text-mute">{answer}</p>
          </details>
        ))}
      </div>
      <p className="mt-8">
        Não achou?{' '}
        <Link to={paths.contact()} className="text-navy underline">
          Escreva para a gente
        </Link>
        .
      </p>
    </div>
  )
}
