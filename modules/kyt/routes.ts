import {
  createCheck,
  createWalletMonitor,
  deleteWalletMonitor,
  getCheck,
  getCheckGraph,
  getWalletMonitor,
  getWalletPolicy,
  listChecks,
  listWalletMonitors,
} from '../../contract/kyt.ts';
import { PRICES } from '../../contract/prices.ts';
import { audit } from '../../platform/audit/audit.ts';
import { chargeAtCommit } from '../../platform/credits/ledger.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { Answer, type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { requireApplicant } from '../applicants/index.ts';
import { makeCheck, presentCheck, presentSummary } from './check.ts';
import { tellCheck } from './events.ts';
import { chargeMonth, scheduleRun, type Strategies } from './jobs.ts';
import { ended, makeMonitor, presentMonitor } from './monitor.ts';
import { pictureOf } from './picture.ts';
import { policyInForce } from './policies/policies.ts';
import { beginCheck } from './providers/pending.ts';
import * as store from './store.ts';
import { Together } from './together.ts';
import { keysOf, readWallet } from './wallet.ts';

/** @param questions where short questions of many requests at once are asked */
export const walletEndpoints = (services: Services, strategies: Strategies, questions: Queryable): Endpoint[] => [
  ...checkEndpoints(services, strategies, questions),
  ...monitorEndpoints(services, strategies),
  read(getWalletPolicy, (call) => policyInForce(services.db, call.organizationId)),
];

function checkEndpoints(services: Services, strategies: Strategies, questions: Queryable): Endpoint[] {
  const { db, cursors } = services;
  const thresholds = new Together((ids: readonly string[]) => store.ownThresholds(questions, ids));
  return [
    write(createCheck, async (call, transaction) => {
      const { body } = call;
      const strategy = strategies[call.environment];
      const wallet = readWallet(body, strategy);
      if (body.callbackUrl !== undefined) await requireAllowedUrl(services, body.callbackUrl, '/callbackUrl');
      const asked = (await strategy.mustAsk?.(call, wallet)) ?? false;
      const about = {
        id: newId('chk'),
        applicantId: body.applicantId ?? null,
        metadata: { ...body.metadata },
        callbackUrl: body.callbackUrl ?? null,
      };
      if (asked) {
        if (body.applicantId !== undefined) await requireApplicant(transaction, call, body.applicantId);
        return new Answer(202, presentCheck(await beginCheck(transaction, call, wallet, about)));
      }
      // Where nothing was sent yet, nothing need be: all is read outside, written at the end, and commits with others.
      const from = transaction.begun ? transaction : db;
      const [assessment, threshold] = await Promise.all([
        strategy.assess(from, wallet, 'LOOK', call),
        from === db ? thresholds.ask(call.organizationId) : store.ownThreshold(from, call.organizationId),
      ]);
      if (body.applicantId !== undefined) await requireApplicant(transaction, call, body.applicantId);
      const check = makeCheck(wallet, assessment, about, call.now);
      store.putCheck(transaction, call, check);
      await chargeAtCommit(transaction, call, {
        operation: 'KYT_CHECK',
        amount: PRICES.KYT_CHECK,
        resourceId: check.id,
        at: call.now,
      });
      tellCheck(transaction, call, check, threshold, call.now);
      const { riskScore, riskLevel, blockchain } = check;
      audit(transaction, call, {
        action: 'wallet_check.create',
        resourceId: check.id,
        details: { blockchain, riskScore, riskLevel },
      });
      return presentCheck(check);
    }),

    read(listChecks, async (call) => {
      const list = listRequest('kyt_checks', call, call.query, cursors);
      const { status, blockchain, address, riskLevel, applicantId } = call.query;
      const addressKeys =
        address === undefined ? undefined : keysOf({ address, blockchain }, strategies[call.environment]);
      const filters = { status, blockchain, addressKeys, riskLevel, applicantId };
      const [rows, total] = await Promise.all([
        store.pageOfChecks(db, list.request, filters),
        store.isFiltered(filters)
          ? store.countFiltered(db, store.countedChecks, list.request, filters)
          : listTotal(db, store.countedChecks, list.request, status ? [status] : null),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentSummary);
    }),

    read(getCheck, async (call) => {
      const row = await store.findCheck(db, call, call.params['checkId'] ?? '');
      if (!row) throw notFound('wallet check');
      return presentCheck(row);
    }),

    read(getCheckGraph, async (call) => {
      const row = await store.findCheck(db, call, call.params['checkId'] ?? '');
      if (!row) throw notFound('wallet check');
      return pictureOf(row);
    }),
  ];
}

function monitorEndpoints(services: Services, strategies: Strategies): Endpoint[] {
  const { db, cursors, config } = services;
  return [
    write(createWalletMonitor, async (call, transaction) => {
      const { body } = call;
      const strategy = strategies[call.environment];
      const wallet = readWallet(body, strategy);
      if (body.callbackUrl !== undefined) await requireAllowedUrl(services, body.callbackUrl, '/callbackUrl');
      const assessment = await strategy.assess(transaction, wallet, 'LOOK', call);
      const about = {
        id: newId('mon'),
        threshold: body.threshold ?? 0,
        metadata: { ...body.metadata },
        callbackUrl: body.callbackUrl ?? null,
      };
      const monitor = makeMonitor(wallet, assessment, about, call.now);
      await Promise.all([
        store.insertMonitor(transaction, call, monitor),
        chargeMonth(transaction, call, monitor.id, call.now, call.now),
      ]);
      if (call.environment === 'TEST') {
        scheduleRun(transaction, call, monitor.id, new Date(call.now.getTime() + config.sandboxDelayMs));
      }
      audit(transaction, call, {
        action: 'wallet_monitor.create',
        resourceId: monitor.id,
        details: { blockchain: monitor.blockchain, threshold: monitor.threshold },
      });
      return presentMonitor(monitor);
    }),

    read(listWalletMonitors, async (call) => {
      const list = listRequest('kyt_monitors', call, call.query, cursors);
      const { status, blockchain, address } = call.query;
      const addressKeys =
        address === undefined ? undefined : keysOf({ address, blockchain }, strategies[call.environment]);
      const filters = { status, blockchain, addressKeys };
      const [rows, total] = await Promise.all([
        store.pageOfMonitors(db, list.request, filters),
        store.isFiltered(filters)
          ? store.countFiltered(db, store.countedMonitors, list.request, filters)
          : listTotal(db, store.countedMonitors, list.request, status ? [status] : null),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentMonitor);
    }),

    read(getWalletMonitor, async (call) => {
      const row = await store.findMonitor(db, call, call.params['monitoringId'] ?? '');
      if (!row) throw notFound('monitor');
      return presentMonitor(row);
    }),

    write(deleteWalletMonitor, async (call, transaction) => {
      const row = await store.lockMonitor(transaction, call, call.params['monitoringId'] ?? '');
      if (!row) throw notFound('monitor');
      const over = ended(row, call.now);
      if (row.status !== 'ENDED') {
        await store.updateMonitor(transaction, call, over);
        audit(transaction, call, { action: 'wallet_monitor.delete', resourceId: row.id });
      }
      return {
        monitoringId: row.id,
        deleted: true as const,
        status: 'ENDED' as const,
        endedAt: (over.endedAt ?? call.now).toISOString(),
      };
    }),
  ];
}
