import { paths } from '../../../app/paths.ts'
import { formatLocalDate } from '../../../lib/format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Side, View } from './rules.ts'

const titles: Record<'customer' | 'staff', Partial<Record<View['status'], string>>> = {
  customer: {
    all: 'Você ainda não tem agendamentos',
    scheduled: 'Nenhum agendamento esperando resposta',
    confirmed: 'Nenhum agendamento confirmado',
    completed: 'Nenhum atendimento concluído ainda',
    cancelled: 'Nenhum agendamento cancelado',
  },
  staff: {
    all: 'Nenhum agendamento ainda',
    pending: 'Nenhum pedido esperando resposta',
    confirmed: 'Nenhum agendamento confirmado',
    completed: 'Nenhum atendimento concluído ainda',
    cancelled: 'Nenhum agendamento cancelado',
  },
}

const texts: Record<Side, string> = {
  customer: 'Escolha uma barbearia perto de você e marque em menos de um minuto.',
  barber: 'Quando um cliente marcar com você, o pedido aparece aqui na hora.',
  owner: 'Quando um cliente marcar em uma das suas barbearias, o pedido aparece aqui na hora.',
}

type EmptyAgendaProps = { side: Side; view: View; onClearDate: () => void }

/** Says what is missing, and what one can do about it. */
export function EmptyAgenda({ side, view, onClearDate }: EmptyAgendaProps) {
  if (view.date) {
    const clear = (
      <Button variant="outline" onClick={onClearDate}>
        Limpar data
      </Button>
    )
    return <Notice icon="calendar" title={`Nada em ${formatLocalDate(view.date)}`} action={clear} />
  }
  const search = side === 'customer' && (
    <ButtonLink to={paths.home()} variant="ink">
      Encontrar barbearias
    </ButtonLink>
  )
  return (
    <Notice
      icon="calendar"
      title={titles[side === 'customer' ? 'customer' : 'staff'][view.status] ?? 'Nenhum agendamento'}
      action={search}
    >
      {view.status === 'all' && texts[side]}
    </Notice>
  )
}
