import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { Link, type MetaArgs } from 'react-router'
import { formatLocalDate } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { BRAND, contact } from '../lib/site.ts'
import { LongText, type TextSection } from '../ui/long-text.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Termos de uso',
    description: `As regras de uso de ${BRAND}, em português claro.`,
    path: paths.terms(),
  })
}

const sections: TextSection[] = [
  {
    id: 'o-que-somos',
    title: 'O que somos',
    content: (
      <>
        <p>
          {BRAND} é um lugar para encontrar barbearias e marcar horários. Quem corta o seu cabelo é a barbearia: ela
          define serviços, preços, horários e equipe, e responde pelo atendimento.
        </p>
        <p>Nós respondemos pelo que é nosso: que o horário mostrado esteja livre e que o horário marcado seja seu.</p>
      </>
    ),
  },
  {
    id: 'sua-conta',
    title: 'Sua conta',
    content: (
      <ul>
        <li>Para marcar, é preciso ter uma conta com um e-mail confirmado. A conta é pessoal.</li>
        <li>Guarde a sua senha. Se desconfiar de alguma coisa, troque-a e encerre as outras sessões no seu perfil.</li>
        <li>Quem tem menos de 18 anos usa o serviço com a autorização de um responsável.</li>
        <li>Contas usadas para atrapalhar barbearias ou outras pessoas podem ser encerradas.</li>
      </ul>
    ),
  },
  {
    id: 'agendamentos',
    title: 'Agendamentos',
    content: (
      <ul>
        <li>Ao confirmar, o horário fica reservado para você, pelo preço e pela duração mostrados naquele momento.</li>
        <li>
          A barbearia pode aceitar ou recusar o pedido. Sem resposta em 24&nbsp;h, ou até 2&nbsp;h antes do horário, ele
          é liberado e você é avisado.
        </li>
        <li>
          Você pode remarcar ou cancelar até o prazo da barbearia, que aparece antes de confirmar (em geral, 2&nbsp;h
          antes). Depois disso, fale com ela diretamente.
        </li>
        <li>
          Para que ninguém segure horários que não vai usar, há um limite de três agendamentos em aberto por barbearia e
          cinco novos por dia.
        </li>
        <li>O pagamento do serviço é feito à barbearia, fora daqui. Não cobramos comissão de ninguém.</li>
      </ul>
    ),
  },
  {
    id: 'avaliacoes',
    title: 'Avaliações',
    content: (
      <p>
        Só avalia quem foi atendido, uma vez por atendimento. Escreva o que viveu, com respeito, sem dados de outras
        pessoas. Não apagamos avaliações porque são ruins; tiramos as que ofendem, mentem de propósito ou expõem alguém.
        A barbearia pode responder uma vez.
      </p>
    ),
  },
  {
    id: 'barbearias',
    title: 'Para donos de barbearias',
    content: (
      <ul>
        <li>As informações, fotos e preços publicados precisam ser verdadeiros e seus para publicar.</li>
        <li>Os limites de barbearias e de barbeiros são os do plano escolhido.</li>
        <li>
          Os planos pagos são cobrados adiantados por mês, trimestre ou ano, e renovam até que você cancele. O
          cancelamento é feito na própria página e não tem multa.
        </li>
        <li>
          Em até 7 dias depois da compra você pode desistir e receber o valor de volta, como garante o Código de Defesa
          do Consumidor.
        </li>
        <li>
          Terminado o plano, nada é apagado: as barbearias acima do limite gratuito deixam de aparecer e nenhuma pode
          ser editada até a renovação.
        </li>
        <li>Use os dados dos clientes só para atendê-los. Listas de contatos não podem ser vendidas nem repassadas.</li>
      </ul>
    ),
  },
  {
    id: 'funcionamento',
    title: 'Disponibilidade e mudanças',
    content: (
      <>
        <p>
          Trabalhamos para que o serviço esteja sempre no ar, mas paradas acontecem. Um horário já confirmado continua
          valendo durante elas.
        </p>
        <p>
          Quando estes termos mudarem de forma importante, avisamos por e-mail com 15 dias de antecedência. A versão que
          você aceitou fica registrada na sua conta.
        </p>
      </>
    ),
  },
  {
    id: 'lei',
    title: 'Lei e contato',
    content: (
      <p>
        Valem as leis do Brasil e o foro da cidade onde você mora. Dúvidas:{' '}
        <a href={`mailto:${contact.email}`}>{contact.email}</a> ou a <Link to={paths.contact()}>página de contato</Link>
        .
      </p>
    ),
  },
]

export default function TermsPage() {
  return (
    <LongText
      title="Termos de uso"
      lead="As regras da casa, em português claro. Ao criar uma conta, você concorda com elas."
      note={`Versão de ${formatLocalDate(TERMS_VERSION)}`}
      sections={sections}
    />
  )
}
