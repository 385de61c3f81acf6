import { rhythmApi } from '@na-regua/contract/rhythm'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'

/** Whether the nudges of the link are on. */
export const nudgeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['nudge-link', token],
    queryFn: ({ signal }) => api(rhythmApi.getByLink, { params: { token }, signal }),
  })

/** Ends the nudges of the link, without a session. */
export function useTurnOff(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(rhythmApi.turnOff, { params: { token } }),
    onSuccess(link) {
      queryClient.setQueryData(nudgeLinkQuery(token).queryKey, link)
      return queryClient.invalidateQueries({ queryKey: ['account', 'rhythm'] })
    },
  })
}

/** On the page for booking, where a nudge leads: the same tap that a link in the e-mail is. */
export function NudgeLine({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useTurnOff(token)
  return (
    <p role="status" className="mt-6 flex flex-wrap items-center gap-x-2 text-sm text-mute">
      {isSuccess ? (
        'Pronto: você não recebe mais avisos da hora de voltar.'
      ) : (
        <>
          {error ? errorText(error, 'Não deu certo. Tente de novo.') : 'Você chegou por um aviso da hora de voltar.'}
          <button
            type="button"
            disabled={isPending}
            onClick={() => mutate()}
            className="min-h-11 font-semibold text-navy underline"
          >
            Não avisar mais
          </button>
        </>
      )}
    </p>
  )
}
