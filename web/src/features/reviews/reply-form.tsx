import { REPLY_LENGTH } from '@na-regua/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { replyReview } from './queries.ts'

type ReplyFormProps = { reviewId: string; barbershopId: string; author: string }

function useReply({ reviewId, barbershopId }: ReplyFormProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reply: string) => replyReview(reviewId, reply),
    onSuccess: () => showToast({ tone: 'success', title: 'Resposta publicada' }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao responder', text: errorText(error, 'Tente novamente') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reviews', barbershopId] }),
  })
}

/** The only reply of the barbershop. It cannot be changed afterwards, so the form warns before. */
export function ReplyForm(props: ReplyFormProps) {
  const { author } = props
  const [isOpen, setOpen] = useState(false)
  const [reply, setReply] = useState('')
  const { mutate, isPending } = useReply(props)
  if (!isOpen)
    return (
      <Button variant="outline" className="mt-3" aria-label={`Responder ${author}`} onClick={() => setOpen(true)}>
        Responder
      </Button>
    )

  function handleSubmit() {
    if (reply.trim()) mutate(reply)
  }

  return (
    <Form
      isBusy={isPending}
      onSubmit={handleSubmit}
      failure={false}
      actions={<ReplyButtons isBusy={isPending} onCancel={() => setOpen(false)} />}
      className="mt-3 grid gap-3"
    >
      <TextArea
        label={`Resposta para ${author}`}
        hint="Aparece para todos e não pode ser mudada depois."
        value={reply}
        maxLength={REPLY_LENGTH}
        onChange={({ target }) => setReply(target.value)}
        autoFocus
      />
    </Form>
  )
}

function ReplyButtons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" isBusy={isBusy}>
        Publicar resposta
      </Button>
      <Button variant="outline" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  )
}
