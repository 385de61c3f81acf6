import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../ui/toast-store.ts'
import { exportData } from './queries.ts'

/** Hands the browser a file, as if it had been downloaded from an address. */
function save(name: string, content: object) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address a moment after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function useExport() {
  return useMutation({
    mutationFn: exportData,
    onSuccess(data) {
      save(`meus-dados-na-regua-${data.exportedAt.slice(0, 10)}.json`, data)
      showToast({ tone: 'success', title: 'Seus dados foram baixados' })
    },
    onError(error) {
      const text = errorText(error, 'Tente novamente.')
      showToast({ tone: 'error', title: 'Não foi possível baixar seus dados', text })
    },
  })
}
