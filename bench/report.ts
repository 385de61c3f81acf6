import { availableParallelism, cpus } from 'node:os'
import { RIVALS } from './bookings.ts'
import type { Figure } from './figures.ts'
import type { Sample } from './measure.ts'

export const percent = (share: number) => `${(share * 100).toFixed(0)} %`

export function printMachine() {
  console.log(
    `\n${cpus()[0]?.model ?? 'CPU'} · ${availableParallelism()} núcleos, carga e servidor na mesma máquina · Node ${process.version}`,
  )
  console.log(
    'piso: um servidor node:http em processo próprio que envia os mesmos bytes com o mínimo de cabeçalhos; servidor e piso em turnos, o mesmo gerador em processo próprio, 16 conexões keep-alive\n',
  )
}

export function printRivals({ p50, p99, errors }: Sample) {
  console.log(
    `${RIVALS} clientes por um horário: p50 ${p50.toFixed(1)} ms · p99 ${p99.toFixed(1)} ms (meta 250 ms) · erros ${errors}`,
  )
}

/** Prints each measured ratio next to its target. */
export function printReport(figures: readonly Figure[]) {
  for (const { name, ratio, low, high, target, minimum, ours, floor, errors, sample, cpu } of figures) {
    const goal = target === undefined ? '' : ` (meta ${percent(target)})`
    const goalPerSecond = minimum === undefined ? '' : ` (meta ${minimum}/s)`
    console.log(`${name}: ${percent(ratio)} do piso${goal}, entre ${percent(low)} e ${percent(high)}`)
    console.log(
      `  ${ours.toFixed(0)}/s${goalPerSecond} contra ${floor.toFixed(0)}/s · p50 ${sample.p50.toFixed(1)} ms · p99 ${sample.p99.toFixed(1)} ms · erros ${errors}`,
    )
    if (cpu)
      console.log(
        `  CPU do servidor por pedido: ${cpu.ours.toFixed(0)} µs contra ${cpu.floor.toFixed(0)} µs · gerador ocupado ${percent(sample.busyShare ?? 0)} do tempo`,
      )
  }
}
