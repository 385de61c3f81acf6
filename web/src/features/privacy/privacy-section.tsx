import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { useExport } from './use-export.ts'

/** Taking one's data along, and leaving. */
export function PrivacySection({ hasPassword }: { hasPassword: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const download = useExport()
  return (
    <SectionCard title="Meus dados" hint="O que guardamos sobre você é seu: leve uma cópia quando quiser.">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Icon name="download" />
          Baixar meus dados
        </Button>
        <Button variant="ghost" className="text-red" onClick={() => setLeaving(true)}>
          <Icon name="trash" />
          Excluir minha conta
        </Button>
      </div>
      <DeletionDialog isOpen={isLeaving} onClose={() => setLeaving(false)} hasPassword={hasPassword} />
    </SectionCard>
  )
}
