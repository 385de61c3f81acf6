import type { ReactNode } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/skeleton.tsx'
import { DayHeader } from './day-header.tsx'
import type { ShownDay } from './use-day.ts'

type DayFrameProps = { shown: ShownDay; children: ReactNode }

/** What a day has around it: its name, the arrows, and what is said while it loads, fails or has no chair. */
export function DayFrame({ shown, children }: DayFrameProps) {
  return (
    <div className="grid gap-5">
      <DayHeader shown={shown} />
      {shown.isError ? <DayFailure shown={shown} /> : <DayContent shown={shown}>{children}</DayContent>}
    </div>
  )
}

function DayContent({ shown, children }: DayFrameProps) {
  if (!shown.day) return <DaySkeleton />
  if (shown.day.chairs.length > 0) return children
  return (
    <Notice icon="chair" title="Nenhuma cadeira por aqui ainda">
      O dia aparece quando houver um barbeiro trabalhando nesta barbearia.
    </Notice>
  )
}

function DayFailure({ shown: { error, refetch } }: { shown: ShownDay }) {
  return (
    <Notice
      tone="error"
      title="Erro ao carregar agendamentos."
      action={
        <Button variant="outline" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      }
    >
      {errorText(error, 'Tente novamente em instantes.')}
    </Notice>
  )
}

function DaySkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando o dia...</span>
      <Skeleton className="h-40 rounded-hero" />
      <RulerSkeleton />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="ml-16 h-16" />
      ))}
    </div>
  )
}
