import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

function WayBack() {
  return <ButtonLink to={paths.customerAppointments()}>Voltar para meus agendamentos</ButtonLink>
}

/** The appointment is there, and stays where it is. */
export function Immovable({ title, text }: { title: string; text: string }) {
  return (
    <Notice as="h1" icon="calendar" title={title} action={<WayBack />}>
      {text}
    </Notice>
  )
}

/** Nothing there, or nothing of this person's. */
export function AppointmentFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'APPOINTMENT_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN')) {
    return (
      <Notice as="h1" tone="error" title="Agendamento não encontrado." action={<WayBack />}>
        Confira se você entrou com a conta que fez o agendamento.
      </Notice>
    )
  }
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar informações. Tente novamente mais tarde."
      action={
        <>
          <Button onClick={onRetry}>Tentar novamente</Button>
          <WayBack />
        </>
      }
    >
      {errorText(error, '')}
    </Notice>
  )
}
