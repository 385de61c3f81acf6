import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { imageProblem } from '../../../lib/picture-problem.ts'
import { updateSessionUser } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { clearAvatar, uploadAvatar } from './queries.ts'

/** The chosen file as the browser shows it before it has left. */
function usePreview() {
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview])
  return [preview, setPreview] as const
}

/** Sends a chosen picture at once and shows it meanwhile; what went wrong stays to be read. */
export function useAvatarUpload(user: User) {
  const [preview, setPreview] = usePreview()
  const [progress, setProgress] = useState(0)
  const [problem, setProblem] = useState<string>()
  const settle = {
    onSuccess({ avatarUrl }: { avatarUrl: string | null }) {
      updateSessionUser({ ...user, avatarUrl })
      showToast({ tone: 'success', title: 'Foto de perfil atualizada com sucesso!' })
    },
    onError: (error: Error) => setProblem(errorText(error, 'Erro ao atualizar foto de perfil')),
    onSettled: () => setPreview(undefined),
  }
  const upload = useMutation({ mutationFn: uploadAvatar, ...settle })
  const clearing = useMutation({ mutationFn: clearAvatar, ...settle })
  const isBusy = upload.isPending || clearing.isPending

  function choose(file: File | undefined) {
    if (!file || isBusy) return
    const wrong = imageProblem(file)
    setProblem(wrong)
    if (wrong) return
    setProgress(0)
    setPreview(URL.createObjectURL(file))
    upload.mutate({ file, onProgress: setProgress })
  }

  function clear() {
    setProblem(undefined)
    clearing.mutate()
  }

  return { preview, progress, problem, choose, clear, isSending: upload.isPending, isClearing: clearing.isPending }
}
