import { COMMENT_LENGTH } from '@na-regua/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StarField } from '../../ui/star-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { createReview } from './queries.ts'

const words = ['Ruim', 'Deixou a desejar', 'Na média', 'Muito bom', 'Na régua']

/** What is reviewed: a finished visit, told in the words of the dialog. */
export type Reviewable = { id: string; barbershopId: string; barbershopName: string; description: string }

function useReview({ id, barbershopId }: Reviewable, onDone: () => void) {
  const queryClient = useQueryClient()
  const refetch = () => {
    for (const queryKey of [['appointments'], ['reviews', barbershopId], ['barbershops']])
      void queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: (opinion: { rating: number; comment: string }) =>
      createReview({ appointmentId: id, barbershopId, ...opinion }),
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

type ReviewDialogProps = { visit: Reviewable; isOpen: boolean; onClose: () => void }

export function ReviewDialog({ visit, isOpen, onClose }: ReviewDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Como foi o atendimento?">
      <ReviewForm visit={visit} onClose={onClose} />
    </Dialog>
  )
}

function VisitLine({ visit }: { visit: Reviewable }) {
  return (
    <p className="text-center">
      <span className="block font-semibold">{visit.barbershopName}</span>
      <span className="text-sm text-mute">{visit.description}</span>
    </p>
  )
}

function Actions({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="outline" onClick={onClose}>
        Agora não
      </Button>
      <Button type="submit" isBusy={isBusy}>
        Enviar avaliação
      </Button>
    </div>
  )
}

const MISSING = 'Por favor, selecione uma nota para a barbearia.'

function ReviewForm({ visit, onClose }: { visit: Reviewable; onClose: () => void }) {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending } = useReview(visit, onClose)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (rating > 0) return mutate({ rating, comment })
    setMissing(true)
    showToast({ tone: 'error', title: 'Avaliação obrigatória', text: MISSING })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <VisitLine visit={visit} />
      <StarField
        label="Sua nota"
        name="rating"
        value={rating}
        words={words}
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
      <Actions isBusy={isPending} onClose={onClose} />
    </form>
  )
}
