import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { failureOf } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { CodeText, DeviceMac, Facts } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useGetDeviceQuery } from '../devices/api';
import { useGetGuestQuery } from '../guests/api';
import { useGetHotspotQuery } from '../hotspots/api';
import { useGetUnitQuery } from '../units/api';
import { AccountType } from '../../shared/ui/facts/AccountType';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

type MessageId = FormatjsIntl.Message['ids'];

interface Read<T> {
  data?: T | undefined;
  error?: FetchBaseQueryError | SerializedError | undefined;
  refetch: () => unknown;
}

/** A part of a session's page that loads and fails on its own, and says so if its object was deleted. */
function Part<T>({
  title,
  isKnown,
  read,
  facts,
}: {
  title: MessageId;
  isKnown: boolean;
  read: Read<T>;
  facts: (data: T) => Parameters<typeof Facts>[0]['facts'];
}) {
  const { data, error, refetch } = read;
  let content: ReactNode = <LoadingRows rows={2} />;
  if (data) content = <Facts facts={facts(data)} />;
  else if (!isKnown || (error && failureOf(error).kind === 'not_found'))
    content = (
      <Typography.Text type="secondary">
        <FormattedMessage id="sessions.part_gone" />
      </Typography.Text>
    );
  else if (error) content = <LoadFailed message="sessions.part_failed" onRetry={refetch} />;
  return <Section title={title}>{content}</Section>;
}

export function HotspotCard({ id }: { id: number }) {
  return (
    <Part
      title="hotspots.one"
      isKnown={id > 0}
      read={useGetHotspotQuery(id, { skip: id <= 0 })}
      facts={({ name, description }) => [
        { label: 'hotspots.name', value: <Link to={paths.hotspot.to(id)}>{name}</Link> },
        { label: 'hotspots.description', value: description },
      ]}
    />
  );
}

export function UnitCard({ id }: { id: number }) {
  return (
    <Part
      title="units.one"
      isKnown={id > 0}
      read={useGetUnitQuery(id, { skip: id <= 0 })}
      facts={({ uuid, name, mac_address }) => [
        { label: 'units.name', value: <Link to={paths.unit.to(id)}>{name}</Link> },
        { label: 'units.uuid', value: <CodeText text={uuid} /> },
        { label: 'units.mac_address', value: <CodeText text={mac_address} /> },
      ]}
    />
  );
}

export function GuestCard({ id }: { id: number }) {
  return (
    <Part
      title="guests.one"
      isKnown={id > 0}
      read={useGetGuestQuery({ id, isArchived: false }, { skip: id <= 0 })}
      facts={({ username, name, created, account_type }) => [
        { label: 'guests.name', value: <Link to={paths.guest.to(id)}>{name === '' ? username : name}</Link> },
        { label: 'guests.username', value: username },
        { label: 'guests.account_type', value: <AccountType type={account_type} /> },
        { label: 'guests.created', value: <Moment at={created} /> },
      ]}
    />
  );
}

/** The session itself records MAC and IP address, so they are shown even if the device was deleted. */
export function DeviceCard({ id, mac, ip }: { id: number; mac: string; ip: string }) {
  const { data } = useGetDeviceQuery(id, { skip: id <= 0 });
  return (
    <Section title="devices.one">
      <Facts
        facts={[
          { label: 'devices.mac_address', value: <DeviceMac mac={data?.mac_address ?? mac} /> },
          { label: 'devices.ip_address', value: <CodeText text={data?.ip_address ?? ip} /> },
          { label: 'devices.created', value: <Moment at={data?.created} /> },
          ...(data?.activity
            ? [
                { label: 'devices.traffic' as const, value: <Bytes amount={data.activity.bytes_down + data.activity.bytes_up} /> },
                { label: 'devices.last_seen' as const, value: <Moment at={data.activity.last_seen} /> },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
