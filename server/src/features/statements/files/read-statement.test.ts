import { toTxid } from '@na-regua/contract/txids'
import { describe, expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'
import { parseSignedCents } from './rules.ts'

const E2E = 'E18236120202603111432s0abcdef123'
const read = (text: string, encoding: BufferEncoding = 'utf8') => readStatement(Buffer.from(text, encoding))
const brief = (text: string, encoding?: BufferEncoding) =>
  read(text, encoding).entries.map(({ day, cents, text: words }) => [day, cents, words])

type Row = { amount: string; memo: string; id?: string; day?: string }
const ofxRow = ({ amount, memo, id = '1', day = '20260311100000[-3:BRT]' }: Row) =>
  `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${day}\n<TRNAMT>${amount}\n<FITID>${id}\n<MEMO>${memo}\n</STMTTRN>`
const ofx = (rows: readonly Row[], header = '') =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>\n${header}${rows.map(ofxRow).join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe('OFX', () => {
  test('has the Pix that arrived, and the days of the statement', () => {
    const file = ofx(
      [
        { amount: '45.00', memo: 'PIX RECEBIDO JOSE DA SILVA' },
        { amount: '-30,00', memo: 'PIX ENVIADO FORNECEDOR' },
        { amount: '900.00', memo: 'TED RECEBIDA' },
        { amount: '1.234,50', memo: 'Pix recebido &amp; conferido', id: '2' },
      ],
      '<DTSTART>20260301\n<DTEND>20260312\n',
    )
    expect(read(file)).toMatchObject({ firstDay: '2026-03-01', lastDay: '2026-03-12' })
    expect(brief(file)).toEqual([
      ['2026-03-11', 4500, 'PIX RECEBIDO JOSE DA SILVA'],
      ['2026-03-11', 123_450, 'Pix recebido & conferido'],
    ])
  })

  test('is read in Latin letters, as XML, and without the ends of elements', () => {
    expect(brief(ofx([{ amount: '10.00', memo: 'Pix de João Conceição' }]), 'latin1')).toEqual([
      ['2026-03-11', 1000, 'Pix de João Conceição'],
    ])
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?><OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20260311</DTPOSTED><TRNAMT>10.00</TRNAMT><FITID>9</FITID><NAME>Pix</NAME><MEMO>João</MEMO></STMTTRN></BANKTRANLIST></STMTRS></OFX>`
    expect(brief(xml)).toEqual([['2026-03-11', 1000, 'Pix João']])
    const cut = '<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20260311<TRNAMT>10.00<FITID>9<MEMO>Pix'
    expect(brief(cut)).toEqual([['2026-03-11', 1000, 'Pix']])
  })

  test('what has the same number twice is two payments, each with the same key in every file', () => {
    const rows = [
      { amount: '45.00', memo: 'Pix de Ana', id: '0' },
      { amount: '45.00', memo: 'Pix de Rui', id: '0' },
      { amount: '50.00', memo: 'Pix de Lia', id: '0' },
    ]
    const keys = read(ofx(rows)).entries.map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(read(ofx(rows.slice(0, 2))).entries.map(({ key }) => key)).toEqual(keys.slice(0, 2))
  })

  test('leads to a payment by its txid, and by the number of the payment system', () => {
    const txid = toTxid('9c5e3f1a-7b7c-4b3e-9a51-0a6de1c0ffee')
    const [entry] = read(ofx([{ amount: '45.00', memo: `Pix recebido ${txid} ${E2E}` }])).entries
    expect(entry).toMatchObject({ endToEndId: E2E.toUpperCase(), key: E2E.toUpperCase() })
    expect(entry?.txids).toEqual([txid])
    const [byNumber] = read(ofx([{ amount: '45.00', memo: 'Recebimento', id: E2E }])).entries
    expect(byNumber?.endToEndId).toBe(E2E.toUpperCase())
  })

  test.each([
    ['without rows', '<OFX><STMTRS></STMTRS></OFX>', /Não encontramos nenhum lançamento/],
    ['of a card', '<OFX><CCSTMTRS><STMTTRN></CCSTMTRS></OFX>', /fatura do cartão/],
    ['without a day', ofx([{ amount: '1.00', memo: 'Pix', day: 'ontem' }]), /sem data/],
    ['with a day that is none', ofx([{ amount: '1.00', memo: 'Pix', day: '20260231' }]), /sem data/],
    ['with more than there is', ofx([{ amount: '21474836.48', memo: 'Pix de Ana' }]), /Não entendemos o valor/],
    ['without an amount', ofx([{ amount: 'mil', memo: 'Pix de Ana' }]), /Não entendemos o valor de "Pix de Ana"/],
    ['with too many rows', ofx(Array.from({ length: 20_001 }, () => ({ amount: '1.00', memo: 'Pix' }))), /20.000/],
  ])('%s is refused', (_, file, message) => {
    expect(() => read(file)).toThrow(message)
  })

  test('hostile files end', () => {
    const open = `<OFX>${'<STMTTRN>'.repeat(600_000)}`
    expect(() => read(open)).toThrow(/20.000/)
    const long = ofx([{ amount: '1.00', memo: `Pix ${'<A>'.repeat(1_500_000)}` }])
    expect(brief(long)).toEqual([['2026-03-11', 100, 'Pix']])
    expect(brief(ofx([{ amount: '1.00', memo: `Pix ${'A'.repeat(4_000_000)}` }]))[0]?.[1]).toBe(100)
    expect(() => read(`<OFX>${'&amp;'.repeat(900_000)}`)).toThrow(/nenhum lançamento/)
  })
})

describe('CSV', () => {
  test('of Nubank', () => {
    const file = `Data,Valor,Identificador,Descrição
11/03/2026,45.00,65f0a1b2-0001,"Transferência recebida pelo Pix - ANA LIMA - •••.123.456-•• - BANCO INTER (0077)"
11/03/2026,-20.00,65f0a1b2-0002,Transferência enviada pelo Pix - Loja
12/03/2026,30.00,65f0a1b2-0003,Transferência Recebida - RUI`
    expect(brief(file).map(([day, cents]) => [day, cents])).toEqual([
      ['2026-03-11', 4500],
      ['2026-03-12', 3000],
    ])
    const inOfx = ofx([{ amount: '45.00', memo: 'Transferência recebida pelo Pix - ANA LIMA', id: '65f0a1b2-0001' }])
    expect(read(inOfx).entries[0]?.key).toBe(read(file).entries[0]?.key)
  })

  test('of Inter, below its lines about the account', () => {
    const file = ` Extrato Conta Corrente
Conta ;12345678
Período ;01/03/2026 a 12/03/2026
Saldo ;1.234,56

Data Lançamento;Histórico;Descrição;Valor;Saldo
12/03/2026;Pix recebido;João da Silva;1.045,00;2.279,56
11/03/2026;Pix enviado;Fornecedor;-300,00;1.234,56`
    expect(read(file)).toMatchObject({ firstDay: '2026-03-11', lastDay: '2026-03-12' })
    expect(brief(file)).toEqual([['2026-03-12', 104_500, 'Pix recebido João da Silva']])
  })

  test('of Itaú, without a header', () => {
    const file = `11/03/2026;PIX TRANSF ANA L11/03;45,00
11/03/2026;PIX TRANSF LOJA 11/03;-12,50
12/03/2026;SISPAG ALUGUEL;-900,00`
    expect(brief(file)).toEqual([['2026-03-11', 4500, 'PIX TRANSF ANA L11/03']])
  })

  test('of Banco do Brasil, in Latin letters', () => {
    const old = `"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",
"11/03/2026","","Pix - Recebido","","10051234567","45.00",
"11/03/2026","","Saldo do dia","","0","900.00",`
    expect(brief(old, 'latin1')).toEqual([['2026-03-11', 4500, 'Pix - Recebido']])
    const present = `"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"
"11/03/2026","Pix - Recebido","11/03 10:15 ANA LIMA","1","1.045,00","Entrada"
"11/03/2026","Pix - Rejeitado","ANA LIMA","2","30,00","Saída"
"00/00/0000","Saldo","","","999,00",""`
    expect(brief(present)).toEqual([['2026-03-11', 104_500, 'Pix - Recebido 11/03 10:15 ANA LIMA']])
  })

  test('with columns for credit and debit', () => {
    const file = `Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)
11/03/2026;TRANSFERENCIA PIX REM: ANA;1;45,00;;100,00
11/03/2026;TRANSFERENCIA PIX DES: LOJA;2;;12,00;88,00`
    expect(brief(file)).toEqual([['2026-03-11', 4500, 'TRANSFERENCIA PIX REM: ANA']])
  })

  test('formulas stay text', () => {
    const file = `Data;Descrição;Valor\n11/03/2026;"=HYPERLINK(""http://x"";""Pix"")";45,00\n11/03/2026;+Pix;@1`
    expect(() => read(file)).toThrow(/Não entendemos o valor de "\+Pix"/)
    expect(brief(file.slice(0, file.lastIndexOf('\n')))).toEqual([['2026-03-11', 4500, '=HYPERLINK("http://x";"Pix")']])
  })

  test.each([
    ['with other columns', 'Nome;Celular\nAna;62988887777', /colunas de data e valor/],
    ['without rows', 'Data;Descrição;Valor', /nenhum lançamento/],
    ['in Excel', 'PK\x03\x04 xl/workbook.xml', /planilha do Excel/],
    ['in PDF', '%PDF-1.7', /PDF/],
    ['that is empty', ' ', /vazio/],
    ['with a page', '<html><body>Extrato</body></html>', /página da internet/],
    ['with too many rows', `Data;Descrição;Valor\n${'11/03/2026;Pix;1,00\n'.repeat(20_100)}`, /20.000/],
  ])('%s is refused', (_, file, message) => {
    expect(() => read(file)).toThrow(message)
  })
})

test.each([
  ['1.234,50', 123_450],
  ['1,234.50', 123_450],
  ['R$ 45,00', 4500],
  ['-45.00', -4500],
  ['− 45,00', -4500],
  ['45,00-', -4500],
  ['45,00 D', -4500],
  ['45,00 C', 4500],
  ['+45', 4500],
  ['0', 0],
  ['(45,00)', -4500],
  ['', undefined],
  ['Pix', undefined],
  ['1e9', undefined],
  ['99999999999', undefined],
])('parseSignedCents %j', (text, cents) => {
  expect(parseSignedCents(text)).toBe(cents)
})
