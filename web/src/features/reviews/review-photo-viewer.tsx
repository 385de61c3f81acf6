import { REPORT_REASON_LENGTH, type ReviewPhoto } from '@na-regua/contract/review-photos'
import type { Review } from '@na-regua/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../lib/session.ts'
import { useReturnPath } from '../../lib/use-url-params.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { PhotoViewer } from '../../ui/photo-viewer.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reportPhoto } from './queries.ts'

type ReviewPhotoViewerProps = {
  review: Pick<Review, 'photos' | 'user'>
  /** Index of the photo that is shown first. */
  first: number
  onClose: () => void
}

/** The photos of a review full screen. A report takes their place, so that there is one dialog at a time. */
export function ReviewPhotoViewer({ review, first, onClose }: ReviewPhotoViewerProps) {
  const { photos = [], user } = review
  const [reported, setReported] = useState<ReviewPhoto>()
  if (reported) {
    return (
      <FormDialog isOpen onClose={onClose} title="Denunciar foto">
        <ReportForm photo={reported} onClose={onClose} />
      </FormDialog>
    )
  }
  return (
    <PhotoViewer
      title={`Fotos de ${user.name}`}
      label={`Fotos de ${user.name}`}
      photos={photos}
      count={photos.length}
      first={first}
      renderActions={(index) => <ReportButton onReport={() => setReported(photos[index])} />}
      onClose={onClose}
    />
  )
}

function ReportButton({ onReport }: { onReport: () => void }) {
  const user = useUser()
  const from = useReturnPath()
  if (!user) {
    return (
      <ButtonLink to={paths.login()} state={{ from }} variant="outline">
        Entrar para denunciar
      </ButtonLink>
    )
  }
  return (
    <Button variant="outline" onClick={onReport}>
      Denunciar foto
    </Button>
  )
}

function ReportForm({ photo, onClose }: { photo: ReviewPhoto; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => reportPhoto(photo.id, reason.trim()),
    onSuccess: () => {
      showToast({ tone: 'success', title: 'Denúncia enviada', text: 'Nossa equipe olha a foto e decide.' })
      void client.invalidateQueries({ queryKey: ['reviews'] })
      onClose()
    },
  })
  return (
    <Form
      isBusy={isPending}
      onSubmit={() => reason.trim() && mutate()}
      failure={error && errorText(error, 'Não foi possível enviar. Tente novamente.')}
      actions={
        <div className="flex flex-wrap justify-end gap-2">
          <LeaveButton />
          <Button type="submit" isBusy={isPending} disabled={!reason.trim()}>
            Enviar denúncia
          </Button>
        </div>
      }
      className="grid gap-5"
    >
      <UnsavedChanges draft={reason} />
      <TextArea
        label="O que há de errado com a foto?"
        hint="Se outra conta também denunciar, a foto fica escondida até a nossa equipe decidir."
        rows={3}
        maxLength={REPORT_REASON_LENGTH}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
