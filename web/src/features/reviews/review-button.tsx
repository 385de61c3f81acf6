import { COMMENT_LENGTH } from '@na-regua/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentProps, lazy, Suspense, useId, useState } from 'react'
import { errorText, hasCode } from '../../lib/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { starPath } from '../../ui/rating-stars.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { submitReview } from './queries.ts'

const OwnPhotosDialog = lazy(async () => ({ default: (await import('./own-photos-dialog.tsx')).OwnPhotosDialog }))

export function ReviewButton({ appointment, isReviewed }: { appointment: ReviewableAppointment; isReviewed: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (isReviewed)
    return (
      <>
        <p className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-green">
          <Icon name="check" className="size-4.5 max-sm:in-data-row:hidden" />
          Já Avaliado
        </p>
        <PhotosButton appointment={appointment} />
      </>
    )
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Icon name="star" className="size-4.5 text-brass max-sm:in-data-row:hidden" />
        Avaliar
      </Button>
      <ReviewDialog appointment={appointment} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function PhotosButton({ appointment }: { appointment: ReviewableAppointment }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Fotos da avaliação" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="camera" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <OwnPhotosDialog appointment={appointment} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const ratingLabels = ['Ruim', 'Deixou a desejar', 'Na média', 'Muito bom', 'Na régua']

/** A completed appointment, as the dialog describes it. */
type ReviewableAppointment = { id: string; barbershopId: string; barbershopName: string; description: string }

function useReview({ id, barbershopId }: ReviewableAppointment, onDone: () => void) {
  const queryClient = useQueryClient()
  const refetch = () => {
    for (const queryKey of [['appointments'], ['reviews', barbershopId], ['barbershops']])
      void queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: (review: { rating: number; comment: string }) =>
      submitReview({ appointmentId: id, barbershopId, ...review }),
    onSuccess: () => {
      showToast({ tone: 'success', title: 'Obrigado pela avaliação', text: 'Ela já aparece na página da barbearia.' })
      refetch()
      onDone()
    },
    onError: (error) => {
      showToast({ tone: 'error', title: 'Erro ao enviar avaliação', text: errorText(error, 'Tente novamente') })
      if (!hasCode(error, 'ALREADY_REVIEWED')) return
      refetch()
      onDone()
    },
  })
}

type ReviewDialogProps = { appointment: ReviewableAppointment; isOpen: boolean; onClose: () => void }

export function ReviewDialog({ appointment, isOpen, onClose }: ReviewDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title="Como foi o atendimento?">
      <ReviewForm appointment={appointment} onClose={onClose} />
    </FormDialog>
  )
}

function AppointmentSummaryLine({ appointment }: { appointment: ReviewableAppointment }) {
  return (
    <p className="text-center">
      <span className="block font-semibold">{appointment.barbershopName}</span>
      <span className="text-sm text-mute">{appointment.description}</span>
    </p>
  )
}

function Actions({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <LeaveButton>Agora não</LeaveButton>
      <Button type="submit" isBusy={isBusy}>
        Enviar avaliação
      </Button>
    </div>
  )
}

const MISSING = 'Avaliação obrigatória. Por favor, selecione uma nota para a barbearia.'

function ReviewForm({ appointment, onClose }: { appointment: ReviewableAppointment; onClose: () => void }) {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending } = useReview(appointment, onClose)

  function handleSubmit() {
    if (rating > 0) return mutate({ rating, comment })
    setMissing(true)
  }

  return (
    <Form
      isBusy={isPending}
      onSubmit={handleSubmit}
      failure={false}
      actions={<Actions isBusy={isPending} />}
      className="grid gap-5"
    >
      <UnsavedChanges draft={[rating, comment]} />
      <AppointmentSummaryLine appointment={appointment} />
      <StarField
        label="Sua nota"
        name="rating"
        value={rating}
        words={ratingLabels}
        onChange={setRating}
        error={isMissing && rating === 0 ? MISSING : undefined}
      />
      <TextArea
        label="Comentário (opcional)"
        name="comment"
        value={comment}
        maxLength={COMMENT_LENGTH}
        onChange={({ target }) => setComment(target.value)}
        placeholder="O corte, o atendimento, a pontualidade…"
      />
    </Form>
  )
}

const names = ['1 estrela', '2 estrelas', '3 estrelas', '4 estrelas', '5 estrelas']

type StarFieldProps = {
  label: string
  name: string
  /** 0 while nothing is selected. */
  value: number
  /** One label per star, from the worst to the best. */
  words: readonly string[]
  onChange: (value: number) => void
  error?: string
}

type StarProps = ComponentProps<'input'> & { text: string; isLit: boolean; onHover: () => void }

function Star({ text, isLit, onHover, ...radio }: StarProps) {
  return (
    <label
      onMouseEnter={onHover}
      className="grid size-13 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-navy"
    >
      <input type="radio" {...radio} className="sr-only" />
      <span className="sr-only">{text}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-9">
        <path
          d={starPath}
          className={clsx('stroke-2 transition-colors', isLit ? 'fill-brass stroke-brass' : 'fill-card stroke-edge')}
        />
      </svg>
    </label>
  )
}

/** Five radio buttons that look like stars: touch, mouse and arrow keys all work. */
function StarField({ label, name, value, words, onChange, error }: StarFieldProps) {
  const id = useId()
  const [hovered, setHovered] = useState(0)
  const lit = hovered || value
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid justify-items-center gap-1">
      <legend className="mx-auto mb-1 text-sm font-semibold">{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only previews the choice. */}
      <div className="flex" onMouseLeave={() => setHovered(0)}>
        {names.map((text, index) => (
          <Star
            key={text}
            text={text}
            isLit={index < lit}
            name={name}
            value={index + 1}
            checked={value === index + 1}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(index + 1)}
            onHover={() => setHovered(index + 1)}
          />
        ))}
      </div>
      <p aria-hidden="true" className="min-h-5 text-sm text-mute">
        {words[lit - 1]}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
