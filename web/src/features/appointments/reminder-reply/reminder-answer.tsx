import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { NetworkError } from '../../../lib/network-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { ReasonDialog } from '../agenda/reason-dialog.tsx'
import { contactHrefs, describeNotice } from '../agenda/rules.ts'
import { reminderQuery, useAnswer } from './queries.ts'
import { ReminderDetails } from './reminder-details.tsx'

/** Where the link of a reminder leads: a yes or a no in one press, without a login. Opening it changes nothing. */
export function ReminderAnswer({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(reminderQuery(token))
  if (data && !(error && !(error instanceof NetworkError))) return <Answerable token={token} {...data} />
  if (!error) return <LoadingMessage>Abrindo seu agendamento...</LoadingMessage>
  const retry = error instanceof NetworkError && <Button onClick={() => void refetch()}>Tentar novamente</Button>
  return (
    <Notice
      as="h1"
      tone="error"
      title={errorText(error, 'Não foi possível abrir o link.')}
      action={
        <>
          {retry}
          <ButtonLink to={paths.customerAppointments()} variant="outline">
            Ver meus agendamentos
          </ButtonLink>
        </>
      }
    />
  )
}

type AnswerableProps = { token: string; appointment: RemindedAppointment }

function Answerable({ token, appointment }: AnswerableProps) {
  const answer = useAnswer(token)
  if (appointment.status === 'CANCELLED') return <Cancelled appointment={appointment} />
  const { isPresenceConfirmed, barbershop } = appointment
  return (
    <section aria-labelledby="lembrete" className="rounded-hero border border-line bg-card p-5 md:p-8">
      <div aria-live="polite">
        <h1 id="lembrete" className="flex items-center gap-3 text-3xl">
          {isPresenceConfirmed && <Icon name="calendar-check" className="size-8 text-green" />}
          {isPresenceConfirmed ? 'Presença confirmada' : 'Você vem?'}
        </h1>
        <p className="mt-2 text-mute">
          {isPresenceConfirmed
            ? `A ${barbershop.name} já sabe que você vem. Até lá!`
            : `Conte à ${barbershop.name} com um toque. Não precisa entrar na conta.`}
        </p>
      </div>
      <ReminderDetails appointment={appointment} />
      {answer.error && (
        <p role="alert" className="mt-5 rounded-control bg-red-soft px-3.5 py-3 text-red">
          {errorText(answer.error, 'Não foi possível enviar sua resposta. Tente novamente.')}
        </p>
      )}
      <Choices appointment={appointment} answer={answer} />
    </section>
  )
}

type ChoicesProps = { appointment: RemindedAppointment; answer: ReturnType<typeof useAnswer> }

function Choices({ appointment, answer }: ChoicesProps) {
  const [isAsking, setAsking] = useState(false)
  const { isPresenceConfirmed, canCancel, barbershop, serviceName, barberName } = appointment
  const pending = answer.isPending ? answer.variables.act : undefined
  return (
    <>
      <div className="mt-6 grid gap-3 empty:hidden sm:flex">
        {!isPresenceConfirmed && (
          <Button
            size="large"
            isBusy={pending === 'confirm'}
            onClick={() => answer.mutate({ act: 'confirm' })}
            className="max-sm:w-full"
          >
            Confirmar presença
          </Button>
        )}
        {canCancel && (
          <Button variant="outline" size="large" isBusy={pending === 'cancel'} onClick={() => setAsking(true)}>
            Cancelar
          </Button>
        )}
      </div>
      {!canCancel && <TooLate barbershop={barbershop} />}
      <ReasonDialog
        isOpen={isAsking}
        title="Cancelar agendamento"
        text={`${serviceName} com ${barberName}. O horário volta a ficar livre e a ${barbershop.name} é avisada.`}
        label="Cancelar agendamento"
        onClose={() => setAsking(false)}
        onConfirm={(reason) => {
          setAsking(false)
          answer.mutate({ act: 'cancel', reason })
        }}
      />
    </>
  )
}

function TooLate({ barbershop }: Pick<RemindedAppointment, 'barbershop'>) {
  const contact = contactHrefs(barbershop.phone)
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-mute">
        A {barbershop.name} aceita cancelamentos até {describeNotice(barbershop.cancelNoticeMin)}. Se não puder vir,
        fale direto com a barbearia.
      </p>
      {contact ? (
        <a href={contact.phone} className={`${buttonClass({ variant: 'outline' })} mt-3 max-sm:w-full`}>
          <Icon name="phone" className="size-4.5" />
          Ligar para a barbearia
        </a>
      ) : (
        <ButtonLink to={paths.barbershop(barbershop.id)} variant="outline" className="mt-3 max-sm:w-full">
          Ver a barbearia
        </ButtonLink>
      )}
    </div>
  )
}

function Cancelled({ appointment: { barbershop, serviceName } }: Pick<AnswerableProps, 'appointment'>) {
  return (
    <div aria-live="polite">
      <Notice
        as="h1"
        icon="check"
        title="Agendamento cancelado"
        action={<ButtonLink to={paths.barbershop(barbershop.id)}>Agendar outro horário</ButtonLink>}
      >
        {serviceName} na {barbershop.name} não vai acontecer. O horário está livre para outra pessoa.
      </Notice>
    </div>
  )
}
