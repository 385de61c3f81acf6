import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { appointmentToChangeQuery } from '../queries.ts'
import { GroupForm, type GroupFormProps } from './group-form.tsx'
import type { GroupPerson } from './rules.ts'

type GroupDialogProps = { appointment: Appointment; onClose: () => void }

/** Adds persons to an appointment that is booked: at its hour with other barbers, or after it. */
export function GroupDialog({ appointment, onClose }: GroupDialogProps) {
  const { id, barbershop, timeZone, service, services, guestName } = appointment
  const { data, error } = useQuery(appointmentToChangeQuery(id))
  return (
    <Dialog isOpen onClose={onClose} title="Marcar para mais alguém">
      {!data && error && <p className="text-mute">{error.message}</p>}
      {!data && !error && <LoadingMessage>Carregando agendamento...</LoadingMessage>}
      {data && (
        <GroupForm
          barbershopId={barbershop.id}
          timeZone={timeZone}
          start={{ joins: id }}
          taken={[guestName ?? '', ...data.others.map((other) => other.guestName ?? '')]}
          service={{ name: service.name, ids: services.flatMap((one) => one.id ?? []) }}
          onBooked={onClose}
        />
      )}
    </Dialog>
  )
}

type NewGroupDialogProps = Omit<GroupFormProps, 'taken'> & { first: GroupPerson; onClose: () => void }

/** Books who is booking together with others, before anything is booked. */
export function NewGroupDialog({ onClose, ...form }: NewGroupDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Marcar junto com mais alguém">
      <GroupForm {...form} taken={[form.first.name]} />
    </Dialog>
  )
}
